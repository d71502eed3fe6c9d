//! Where nodes are, in front of what, and whether they are shown.

use kinfolk_scene::Field;

use crate::living::{fixture, losses, picture};

#[test]
fn nothing_is_inherited_through_a_plain_node() {
    let imported = fixture("plain.tscn");

    assert_eq!(
        picture(&imported),
        "\
Level 10,-10 z5
  Logic 10,-10 z5
    Spawn 1,-2 z2
      Below 2,-2 z3
  Hud 10,-10 z5 hidden
    Icon 4,-4 hidden
  Free 7,-7 z1
    Timer 7,-7 z1
  Agent 10,-10 z5"
    );
    assert_eq!(
        losses(&imported),
        "\
plain.tscn:18:1: Hud: `layer` is not imported
plain.tscn:29:20: Agent: what its class `NavigationAgent2D` does is not imported
plain.tscn:31:20: Free/Timer: what its class `Timer` does is not imported
"
    );
}

#[test]
fn layers_add_up_unless_they_are_absolute() {
    let imported = fixture("drawn.tscn");

    assert_eq!(
        picture(&imported),
        "\
Stage 0,0 z10
  Near 0,0 z13
  Far 0,0 z-3
    Behind 0,0 z-4
  Huge 0,0 z10"
    );
    let stage = &imported.document.entities[0].fields;
    assert_eq!(stage.y_sort, Field::Set(true));
    assert_eq!(stage.tags, Field::Set(vec!["stage".into(), "lit".into()]));
    assert_eq!(
        losses(&imported),
        "drawn.tscn:18:1: Huge: `z_index` is beyond ±4096, and Godot leaves it out as well\n"
    );
}

/// By hand, with y up: the root turns x to −y. The mirror is at 10 along that, its x points up
/// and its y, twice as long, right. What is in it at (1, −1) leans by −45°, so its y axis
/// is (sin 45°, cos 45°) in there.
#[test]
fn turned_mirrored_and_skewed_all_at_once() {
    assert_eq!(
        picture(&fixture("twisted.tscn")),
        "\
Root 0,0 [0 -1 1 0]
  Mirror 0,-10 [0 1 2 0]
    Skewed -2,-9 [0 1 1.414 0.707]
  Matrix -6,-5 [-2 0 0 3]
  Degrees 0,0
  Flat 0,0 [0 0 1 0]"
    );
}

#[test]
fn what_does_not_come_along_is_named_with_its_place() {
    assert_eq!(
        losses(&fixture("lossy.tscn")),
        "\
lossy.tscn:10:1: Player: `script` is not imported
lossy.tscn:12:1: Player: `metadata/team` is not imported
lossy.tscn:13:1: Player: `modulate` is not imported
lossy.tscn:15:20: Shape: what its class `CollisionShape2D` does is not imported
lossy.tscn:16:1: Shape: `shape` is not imported
lossy.tscn:18:1: Hidden: it is hidden, and Godot still shows what is below plain nodes and canvas layers in it; \
here that is hidden as well
lossy.tscn:26:1: Box: its place is up to the layout
lossy.tscn:29:1: Box: `theme_type_variation` is not imported
lossy.tscn:31:7: Box/Inside: its place is relative to a Control, which is where the layout puts it
lossy.tscn:33:18: Own: the type `Goblin2D` is unknown, and taken for a Node2D
lossy.tscn:36:19: Else: the type `Database` is unknown, and taken for a plain node
lossy.tscn:37:1: Else: `entries` is not imported
lossy.tscn:39:31: Later: a placeholder is an empty node until a game loads its scene
lossy.tscn:42:21: Scroll: the camera scrolls it, and here it stays where it is
lossy.tscn:46:1: Turret/Gone: there is no such node to change, and Godot leaves this out as well
lossy.tscn:49:1: Turret/Gone/Deep: there is no such node to change, and Godot leaves this out as well
lossy.tscn:52:1: Player: the connection of the signal `ready` is not imported
lossy.tscn:53:1: Hidden/Logic: the connection of the signal `timeout` is not imported
"
    );
}
