//! Scenes in scenes: instances, variants, and what is said about their nodes.

use kinfolk_scene::Field;

use crate::living::{fixture, living, losses, picture};

#[test]
fn an_instance_has_what_its_scene_has_and_its_own_on_top() {
    let imported = fixture("instances.tscn");

    assert_eq!(
        picture(&imported),
        "\
Game 0,0
  Player 100,50
    Body 100,50
    Turret 100,70 z7
      Barrel 100,78 z7
        Muzzle 103,83 z7 hidden
  Enemy 5,-5
    Body 5,-5
    Turret 5,15 z1
      Barrel 5,23 z1
        Muzzle 5,27 z1"
    );
}

#[test]
fn instances_are_entities_made_of_templates() {
    let document = fixture("instances.tscn").document;

    let names: Vec<_> = document.templates.keys().collect();
    assert_eq!(names, ["tank", "turret"]);
    let player = &document.entities[0].children[0];
    assert_eq!(player.template, Field::Set("tank".into()));
    assert_eq!(player.fields.tags, Field::Set(vec!["player".into()]));
    let overridden: Vec<_> = player.overrides.keys().collect();
    assert_eq!(overridden, ["Turret", "Turret/Barrel/Muzzle"]);
    assert_eq!(
        document.templates["tank"].fields.tags,
        Field::Set(vec!["tank".into()])
    );
}

#[test]
fn an_override_of_a_node_that_is_gone_is_lost_as_in_godot() {
    assert_eq!(
        losses(&fixture("instances.tscn")),
        "instances.tscn:19:1: Enemy/Wheel: there is no such node to change, and Godot leaves this out as well\n"
    );
}

#[test]
fn scenes_inherit_over_several_levels() {
    let imported = fixture("inherited.tscn");

    assert_eq!(
        picture(&imported),
        "\
Arena 0,0
  Boss 0,0 [2 0 0 2]
    Body 0,0 [2 0 0 2]
    Turret 0,60 [2 0 0 2] z1
      Barrel 2,78 [2 0 0 2] z1
        Muzzle 2,86 [2 0 0 2] z1
    Armor 0,0 [2 0 0 2] z4 hidden
    Flag 0,20 [2 0 0 2]
  Heavy 1000,0
    Body 1000,0
    Turret 1000,30 z1
      Barrel 1000,38 z1
        Muzzle 1000,42 z1
    Armor 1000,0 z4"
    );
    let templates = &imported.document.templates;
    assert_eq!(
        templates["boss_tank"].extends.as_deref(),
        Some("heavy_tank")
    );
    assert_eq!(templates["heavy_tank"].extends.as_deref(), Some("tank"));
    assert_eq!(losses(&imported), "");
}

#[test]
fn a_main_scene_that_inherits_is_an_instance_of_its_base() {
    let imported = fixture("boss_tank.tscn");

    assert_eq!(
        imported.document.entities[0].template,
        Field::Set("heavy_tank".into())
    );
    assert_eq!(
        picture(&imported),
        "\
BossTank 5,-5 [2 0 0 2]
  Body 5,-5 [2 0 0 2]
  Turret 5,55 [2 0 0 2] z1
    Barrel 7,73 [2 0 0 2] z1
      Muzzle 7,81 [2 0 0 2] z1
  Armor 5,-5 [2 0 0 2] z4 hidden
  Flag 5,15 [2 0 0 2]"
    );
}

#[test]
fn nodes_added_inside_an_instance_of_the_main_scene_name_their_parent() {
    let imported = fixture("added.tscn");

    assert_eq!(
        picture(&imported),
        "\
Game 0,0
  Player 0,0
    Body 0,0
    Turret 0,20 z1
      Barrel 0,28 z1
        Muzzle 0,32 z1
        Smoke 0,29 z1
          Spark 0,30 z1
    Flag -3,0"
    );
    let smoke = &imported.document.entities[1];
    assert_eq!(smoke.parent.as_deref(), Some("Game_Player_Turret_Barrel"));
    assert_eq!(losses(&imported), "");
}

#[test]
fn an_instance_in_a_template_is_written_out_as_far_as_nodes_were_added_inside_it() {
    let imported = fixture("road.tscn");

    assert_eq!(
        picture(&imported),
        "\
Road 0,0
  East 0,0
    Lead 0,0
      Body 0,0
      Turret 0,20 z1
        Barrel 0,28 z1
          Muzzle 0,32 z1
          Smoke 0,29 z1 hidden
    Tail -50,0
      Body -50,0
      Turret -50,20 z1
        Barrel -50,28 z1
          Muzzle -50,32 z1
      Flag -50,0
  West 0,0 [-1 0 0 1]
    Lead 0,0 [-1 0 0 1]
      Body 0,0 [-1 0 0 1]
      Turret 0,20 [-1 0 0 1] z1
        Barrel 0,28 [-1 0 0 1] z1
          Muzzle 0,32 [-1 0 0 1] z1
          Smoke 0,29 [-1 0 0 1] z1
    Tail 50,0 [-1 0 0 1]
      Body 50,0 [-1 0 0 1]
      Turret 50,20 [-1 0 0 1] z1
        Barrel 50,28 [-1 0 0 1] z1
          Muzzle 50,32 [-1 0 0 1] z1
      Flag 50,0 [-1 0 0 1]"
    );
    assert_eq!(
        losses(&imported),
        "\
res://convoy.tscn:10:1: Lead: it is no longer an instance of `tank`: nodes were added inside it
res://convoy.tscn:10:1: Lead/Turret: it is no longer an instance of `turret`: nodes were added inside it
"
    );
}

#[test]
fn a_node_is_where_its_index_puts_it_among_its_siblings() {
    let imported = fixture("ordered.tscn");

    assert_eq!(
        picture(&imported),
        "\
Garage 0,0
  Tank 0,0
    Shadow 2,-2
    Body 0,0
    Antenna 0,2
    Turret 0,20 z1
      Barrel 0,28 z1
        Muzzle 0,32 z1"
    );
    let turret = &imported.document.entities[0].children[0].children[3];
    assert_eq!(turret.template, Field::Set("turret".into()));
}

#[test]
fn ids_stay_unique_where_names_add_up_to_the_same() {
    let imported = fixture("same_ids.tscn");

    let ids: Vec<_> = living(&imported).into_iter().map(|node| node.id).collect();

    assert_eq!(
        ids,
        [
            "G",
            "G_A_B",
            "G_A_B_C",
            "G_A",
            "G_A_B_C_2",
            "G_T",
            "G_T_A_B",
            "G_T_A_B_C",
            "G_T_A",
            "G_T_A_B_C_2"
        ]
    );
}
