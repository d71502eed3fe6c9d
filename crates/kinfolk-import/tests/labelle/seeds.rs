//! The scenes that labelle's own proposal prints, to the letter.

use crate::drawn;
use crate::fixtures::{compare, files, folder, import};

#[test]
fn absolute_positions_are_where_they_say() {
    let imported = import("absolute.zon").unwrap();

    assert_eq!(drawn(&imported), "tank 100 100, turret 100 80");
}

#[test]
fn a_nested_turret_is_relative_to_its_tank() {
    let imported = import("nested.zon").unwrap();

    assert_eq!(drawn(&imported), "tank_1 100 100, tank_1_turret 100 80");
    assert_eq!(imported.losses, []);
}

#[test]
fn a_flat_turret_is_relative_to_its_tank() {
    let imported = import("flat.zon").unwrap();

    assert_eq!(drawn(&imported), "tank_1 100 100, turret_1 100 80");
    assert_eq!(imported.losses, []);
}

#[test]
fn a_mirrored_enemy_holds_its_weapon_on_the_other_side() {
    let imported = import("mirrored.zon").unwrap();

    assert_eq!(drawn(&imported), "enemy_1 200 100, weapon_1 190 100");
}

#[test]
fn documents_are_as_people_would_write_them() {
    for file in files("") {
        let name = file.file_name().expect("a file").to_string_lossy();
        let imported = import(&name).unwrap();

        let beside = folder().join(file.with_extension("jsonc"));
        compare(&imported.document.to_text(), &beside);
        drawn(&imported);
    }
}
