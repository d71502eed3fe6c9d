//! What there is to draw: in order, in between, and with marks that follow.

use std::f32::consts::PI;

use glam::Vec2;
use kinfolk::{DrawOrder, Forest, Node2, NodeId, Transform2};
use kinfolk_game::{DrawItem, DrawList, Gizmo, GizmoShape, Gizmos};
use kinfolk_scene::{Scene, load};
use proptest::prelude::*;

fn staged(entities: &str) -> (Forest<Node2>, Scene) {
    let text = format!("{{ \"entities\": [{entities}] }}");
    let (document, plan) = load(&text).into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    (forest, scene)
}

fn step(forest: &mut Forest<Node2>, scene: &Scene, list: &mut DrawList) {
    forest.update();
    list.refresh(forest, scene);
}

/// Ids, each with the index of its visual.
fn listed(scene: &Scene, items: &[DrawItem]) -> Vec<String> {
    let label = |item: &DrawItem| format!("{}.{}", scene.id(item.node).unwrap(), item.visual);
    items.iter().map(label).collect()
}

const RECT: &str = r#"{ "type": "rect" }"#;

#[test]
fn each_visual_of_what_is_visible_is_drawn_in_order() {
    let (mut forest, scene) = staged(
        r#"{ "id": "tank", "sprite": [{ "type": "rect" }, { "type": "circle", "flipX": true }],
             "children": [
               { "name": "Shadow", "z": -1, "sprite": { "type": "rect", "flipY": true } },
               { "name": "Turret", "children": [{ "name": "Flag", "sprite": { "type": "text" } }] },
               { "name": "Ghost", "visible": false, "sprite": { "type": "rect" } }
             ] }"#,
    );
    let mut list = DrawList::new();

    step(&mut forest, &scene, &mut list);

    let names = ["tank_Shadow.0", "tank.0", "tank.1", "tank_Turret_Flag.0"];
    assert_eq!(listed(&scene, list.items()), names);
    let looks = list
        .items()
        .iter()
        .map(|item| (item.z, item.flip_x, item.flip_y));
    let expected = [
        (-1, false, true),
        (0, false, false),
        (0, true, false),
        (0, false, false),
    ];
    assert!(looks.eq(expected));
    let tank = scene.node("tank").unwrap();
    assert_eq!(list.visuals(&scene, tank).len(), 2);
}

#[test]
fn between_two_steps_everything_is_on_its_way() {
    let (mut forest, scene) = staged(&format!(r#"{{ "id": "it", "sprite": [{RECT}, {RECT}] }}"#));
    let it = scene.node("it").unwrap();
    let mut list = DrawList::new();
    let from = Transform2::at(0.0, 0.0).turned(0.9 * PI).scaled(-1.0, 1.0);
    let to = Transform2::at(10.0, 20.0)
        .turned(-0.9 * PI)
        .scaled(-3.0, 1.0);

    forest.set_transform(it, from).unwrap();
    step(&mut forest, &scene, &mut list);
    forest.set_transform(it, to).unwrap();
    step(&mut forest, &scene, &mut list);

    let worlds = |alpha| {
        list.interpolated(alpha)
            .map(|item| item.world)
            .collect::<Vec<_>>()
    };
    assert_eq!(worlds(0.0), [from.to_affine().to_cols_array(); 2]);
    assert_eq!(worlds(1.0), [to.to_affine().to_cols_array(); 2]);
    assert_eq!(worlds(-7.0), worlds(0.0));
    assert_eq!(worlds(f32::NAN), worlds(1.0));
    let halfway = Transform2::at(5.0, 10.0)
        .turned(PI)
        .scaled(-2.0, 1.0)
        .to_affine();
    for world in worlds(0.5) {
        let near = world
            .iter()
            .zip(halfway.to_cols_array())
            .all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(near, "{world:?}");
    }
}

#[test]
fn what_appears_or_rests_is_not_blended() {
    let entity = |id, more| format!(r#"{{ "id": "{id}", "sprite": {RECT}{more} }}"#);
    let (mut forest, scene) = staged(&format!(
        "{}, {}",
        entity("rock", r#", "transform": { "x": 0.1, "angle": 0.3 }"#),
        entity("fox", r#", "visible": false"#)
    ));
    let fox = scene.node("fox").unwrap();
    let mut list = DrawList::new();

    step(&mut forest, &scene, &mut list);
    forest.set_visible(fox, true).unwrap();
    forest.set_position(fox, [9.0, 9.0]).unwrap();
    step(&mut forest, &scene, &mut list);

    let between: Vec<DrawItem> = list.interpolated(0.3).collect();
    assert_eq!(between, list.items());

    forest.set_position(fox, [10.0, 9.0]).unwrap();
    step(&mut forest, &scene, &mut list);
    let fox_is_at = list.interpolated(0.5).last().unwrap().world[4];
    assert_eq!(fox_is_at, 9.5, "now it is");
}

#[test]
fn a_node_in_the_place_of_a_dead_one_does_not_come_from_there() {
    let (mut forest, mut scene) = staged(&format!(r#"{{ "id": "it", "sprite": {RECT} }}"#));
    let mut list = DrawList::new();
    step(&mut forest, &scene, &mut list);

    forest.remove(scene.node("it").unwrap()).unwrap();
    let text = format!(
        r#"{{ "entities": [{{ "id": "new", "transform": {{ "x": 9 }}, "sprite": {RECT} }}] }}"#
    );
    let (document, plan) = load(&text).into_parts().unwrap();
    scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    step(&mut forest, &scene, &mut list);

    assert_eq!(list.interpolated(0.5).next().unwrap().world[4], 9.0);
}

#[test]
fn gizmos_follow_their_owners_into_hiding_and_death() {
    let mut forest = Forest::new();
    let ship = forest.plant(Node2::at(5.0, 0.0)).unwrap();
    let gun = forest.plant_at(ship, Node2::at(1.0, 0.0)).unwrap();
    let mut gizmos = Gizmos::new();
    for (owner, name) in [(None, "world"), (Some(gun), "gun"), (Some(ship), "ship")] {
        let (at, text) = (Vec2::ZERO, name.to_owned());
        gizmos.add(Gizmo {
            owner,
            shape: GizmoShape::Text { at, text },
            colour: [255; 4],
        });
    }
    let seen = |gizmos: &Gizmos, forest: &Forest<Node2>| {
        let placed = gizmos
            .placed(forest)
            .map(|placed| match &placed.gizmo.shape {
                GizmoShape::Text { text, .. } => format!("{text} {}", placed.world[4]),
                shape => panic!("{shape:?}"),
            });
        placed.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(seen(&gizmos, &forest), "world 0, gun 6, ship 5");

    forest.set_position(ship, [7.0, 0.0]).unwrap();
    assert_eq!(seen(&gizmos, &forest), "world 0, gun 8, ship 7");
    forest.set_visible(ship, false).unwrap();
    assert_eq!(seen(&gizmos, &forest), "world 0");
    forest.set_visible(ship, true).unwrap();
    forest.remove(gun).unwrap();
    assert_eq!(seen(&gizmos, &forest), "world 0, ship 7");

    gizmos.forget_gone(&forest);
    assert_eq!(gizmos.len(), 2);
    gizmos.clear_of(None);
    assert_eq!(seen(&gizmos, &forest), "ship 7");
    gizmos.clear();
    assert!(gizmos.is_empty());
}

/// An entity by its parent's number, layer, height, whether it is y-sorted, shown, and how many
/// visuals it has.
type Written = (usize, i32, i16, bool, bool, usize);

fn any_tree() -> impl Strategy<Value = Vec<Written>> {
    let entity = (
        0..12_usize,
        -2..3_i32,
        -3..4_i16,
        prop::bool::weighted(0.3),
        prop::bool::weighted(0.85),
        0..3_usize,
    );
    prop::collection::vec(entity, 1..25)
}

fn written(tree: &[Written]) -> String {
    let entities = tree.iter().enumerate().map(|(index, entity)| {
        let (parent, z, y, y_sort, visible, visuals) = entity;
        let sprite = vec![RECT; *visuals].join(", ");
        let place = if *parent < index {
            format!(r#""parent": "e{parent}", "localTransform": {{ "y": {y} }}"#)
        } else {
            format!(r#""transform": {{ "y": {y} }}"#)
        };
        format!(
            r#"{{ "id": "e{index}", "z": {z}, "ySort": {y_sort}, "visible": {visible},
                "sprite": [{sprite}], {place} }}"#
        )
    });
    entities.collect::<Vec<_>>().join(", ")
}

proptest! {
    #[test]
    fn the_list_is_the_draw_order_with_visuals(
        tree in any_tree(),
        changes in prop::collection::vec((0..25_usize, 0..5_u8, 0..25_usize), 0..12),
    ) {
        let (mut forest, scene) = staged(&written(&tree));
        let nodes: Vec<NodeId> = scene.nodes().to_vec();
        let mut list = DrawList::new();
        step(&mut forest, &scene, &mut list);
        for (index, what, other) in changes {
            let (node, other) = (nodes[index % nodes.len()], nodes[other % nodes.len()]);
            // Whatever is refused just does not happen.
            let _ = match what {
                0 => forest.edit(node, |value| value.visible = !value.visible).is_ok(),
                1 => forest.edit(node, |value| value.z = index as i32 % 5).is_ok(),
                2 => forest.edit(node, |value| value.transform.position.y = index as f32).is_ok(),
                3 => forest.attach(node, other).is_ok(),
                _ => forest.remove(node).is_ok(),
            };
            step(&mut forest, &scene, &mut list);

            let mut wanted = Vec::new();
            for &node in DrawOrder::new().refresh(&forest) {
                let count = scene.fields(node).unwrap().sprite.set().unwrap().as_array().unwrap().len();
                wanted.extend((0..count).map(|visual| (node, visual)));
            }
            let drawn: Vec<_> = list.items().iter().map(|item| (item.node, item.visual)).collect();
            prop_assert_eq!(drawn, wanted);
            for item in list.items() {
                let world = forest.effective(item.node).unwrap();
                prop_assert!(world.visible());
                prop_assert_eq!((item.world, item.z), (world.to_array(), world.z()));
            }
        }
    }
}
