//! From behaviours to tests.

/// Makes a test of every behaviour of physics, for one engine.
///
/// ```text
/// kinfolk_conformance::physics_suite!(kinfolk_physics::Rapier);
/// ```
#[macro_export]
macro_rules! physics_suite {
    ($engine:ty) => {
        $crate::physics_suite!($engine, bodies: [
            a_box_falls_and_rests_on_the_floor,
            a_kinematic_body_goes_where_its_node_goes_and_pushes,
            a_kinematic_body_with_a_velocity_moves_its_node,
            a_static_body_stays_and_writes_nothing,
            every_shape_rests_at_its_height,
            several_shapes_are_one_body,
            density_makes_heavy,
            friction_holds_on_a_slope,
            restitution_bounces,
            gravity_scale_and_fixed_rotation_are_heard,
            masks_let_through,
            a_sensor_notices_and_lets_through,
            contacts_begin_and_cease_once,
            what_is_removed_ceases_to_touch,
            an_impulse_pushes,
            who_is_inactive_does_not_take_part,
        ]);
        $crate::physics_suite!($engine, children: [
            a_compound_child_is_part_of_the_body,
            a_compound_child_that_moves_takes_its_shape_along,
            a_compound_child_is_named_in_contacts,
            a_follower_is_where_its_node_is,
            a_follower_pushes_and_is_not_pushed,
            a_hinge_swings_and_its_node_follows,
            a_hinge_has_limits,
            a_hinge_has_a_motor,
            a_slider_slides_along_its_axis,
            a_fixed_joint_holds,
            a_joint_is_at_the_slot_that_it_names,
            a_child_that_says_dynamic_is_warned_about,
            a_body_on_a_child_by_code_is_refused,
            grandchildren_without_bodies_come_along,
        ]);
        $crate::physics_suite!($engine, contract: [
            children_are_never_behind,
            scale_reaches_shapes_and_offsets,
            mirroring_reaches_shapes_and_offsets,
            another_scale_makes_other_shapes,
            a_person_moves_a_dynamic_body,
            nobody_else_moves_a_dynamic_body,
            a_step_without_forces_changes_nothing,
            what_sleeps_writes_nothing,
            removing_a_node_removes_its_body_and_joints,
            a_part_that_leaves_its_body_becomes_one,
            updates_of_others_are_heard,
            what_a_person_moves_between_step_and_pull_is_heard,
            a_restored_forest_takes_its_bodies_back,
        ]);
        $crate::physics_suite!($engine, bugs: [
            bevy_rapier_383_a_child_one_frame_behind_its_body,
            bevy_rapier_483_a_childs_world_lags_after_the_step,
            avian_733_children_of_a_rotating_body_jitter,
            bevy_rapier_396_the_parents_scale_is_lost_on_offsets,
            bevy_rapier_549_the_parents_scale_is_lost_on_write_back,
            avian_362_a_child_body_drifts_by_its_parents_transform,
            bevy_rapier_252_reparenting_is_ignored,
            wicked_1133_a_child_body_floats_away_when_its_parent_moves,
        ]);
        $crate::physics_suite!($engine, refused: [
            shapes_that_are_none,
            numbers_that_are_none,
            a_joint_to_nothing,
            a_body_under_a_parent_that_is_scaled_to_nothing,
            a_scene_is_refused_as_a_whole_by_id,
            places_and_speeds_beyond_all_measure_break_nothing,
            a_scale_of_nothing_at_run_time_is_told_and_mended,
        ]);
        $crate::physics_suite!($engine, random: [
            push_and_pull_without_a_step_change_no_bit,
            a_step_without_forces_leaves_random_trees_alone,
            after_every_step_nodes_are_where_their_bodies_are,
        ]);
    };
    ($engine:ty, $topic:ident: [$($behaviour:ident,)+]) => {
        mod $topic {
            $(
                #[test]
                fn $behaviour() {
                    $crate::physics::$topic::$behaviour::<$engine>();
                }
            )+
        }
    };
}
