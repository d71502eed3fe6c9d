//! What a refusal says to a person.

use kinfolk::{Misfit, Node2, Spot};

use crate::refusals::ships;

#[test]
fn refusals_read_well() {
    let (mut forest, names) = ships();
    let [ship, turret, crane] = ["ship", "turret", "crane"].map(|name| names[name]);
    let gone = forest.remove(crane).map(|_| crane).unwrap();
    let text = |refusal: &dyn std::error::Error| refusal.to_string();

    let stale = "no node 6v1 in this forest: it was removed, or belongs to another forest";
    assert_eq!(text(&forest.remove(gone).unwrap_err()), stale);
    assert_eq!(text(&forest.attach(gone, ship).unwrap_err()), stale);
    assert_eq!(
        text(&forest.plant_at(gone, Node2::PLAIN).unwrap_err()),
        stale
    );
    assert_eq!(text(&forest.set_active(gone, true).unwrap_err()), stale);
    assert_eq!(text(&forest.angle_to_world(gone, 0.0).unwrap_err()), stale);
    assert_eq!(
        text(&forest.attach(ship, ship).unwrap_err()),
        "cannot put 0v1 under or beside itself"
    );
    assert_eq!(
        text(&forest.attach(ship, turret).unwrap_err()),
        "cannot put 0v1 under 1v1, its own descendant"
    );
    assert_eq!(
        text(&forest.attach(turret, Spot::At(ship, 5)).unwrap_err()),
        "no place 5 among the children of 0v1: the last one is 1"
    );
    assert_eq!(
        text(&forest.plant_at(Spot::RootAt(9), Node2::PLAIN).unwrap_err()),
        "no place 9 among the roots: the last one is 2"
    );
    assert_eq!(
        text(
            &forest
                .plant_tree(ship, [(Some(4), Node2::PLAIN)])
                .unwrap_err()
        ),
        "node 0 of the list names node 4 as its parent, which does not come before it"
    );
    assert_eq!(
        text(
            &forest
                .plant_many(ship, [Node2::PLAIN, Node2::at(f32::NAN, 0.0)])
                .unwrap_err()
        ),
        "value 1 for 0v1 has a number that is not finite"
    );
    assert_eq!(
        text(&forest.set_rotation(ship, f32::NAN).unwrap_err()),
        "the value for 0v1 has a number that is not finite"
    );
    assert_eq!(
        text(&Misfit::NotInvertible),
        "the parent is flattened, or nearly so (is a scale zero above it?)"
    );
    forest.set_max_depth(Some(2));
    assert_eq!(
        text(&forest.plant_at(names["barrel"], Node2::PLAIN).unwrap_err()),
        "a node under 2v1 would be 3 deep, past the limit of 2"
    );
    assert_eq!(
        text(&forest.attach(ship, names["dock"]).unwrap_err()),
        "with 0v1 there, the hierarchy would be 4 deep, past the limit of 2"
    );
}
