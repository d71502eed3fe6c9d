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
            a_static_body_stands_still_whatever_it_is_told,
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
            who_is_too_far_out_is_refused_or_waits_until_it_is_nearer,
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

/// Makes a test of every behaviour of hierarchies, for one ECS with its adapter.
///
/// ```text
/// kinfolk_conformance::ecs_suite!(kinfolk_conformance::ecs::bevy::BevyRealm);
/// ```
#[macro_export]
macro_rules! ecs_suite {
    ($realm:ty) => {
        $crate::ecs_suite!(forest: $realm);
        mod components {
            use super::*;

            #[test]
            fn edits_in_the_ecs_and_by_the_adapter_agree_with_the_model() {
                $crate::ecs::model::agrees_at_random::<$realm>();
            }

            $crate::ecs_suite!($realm, links: [
                parent_and_child_can_change_places_in_one_frame,
                a_long_chain_can_be_turned_round_in_one_frame,
            ]);
            $crate::ecs_suite!($realm, troubles: [
                a_loop_is_named_and_the_rest_goes_on,
                newcomers_on_a_loop_are_named,
                a_parent_that_owns_nothing_is_named,
                a_parent_that_loses_what_it_owns_is_named,
                a_parent_that_is_gone_is_named,
                a_number_that_is_not_finite_is_named,
                a_newcomer_that_is_not_finite_is_left_out,
                an_adapter_does_not_close_loops_silently,
                who_cannot_stay_is_not_moved_about,
            ]);
        }
    };
    // What a forest without components does as well.
    (forest: $realm:ty) => {
        $crate::ecs_suite!($realm, links: [
            a_child_follows_its_parent,
            everything_below_follows_in_the_same_frame,
            links_are_ordinary_queries,
            a_link_that_is_written_again_moves_what_is_below,
            a_link_that_is_taken_away_makes_a_root,
            attaching_goes_to_the_end,
            children_can_be_sorted,
            who_is_attached_in_place_stays,
            who_stays_keeps_up_with_what_is_written_in_the_same_frame,
            children_may_come_before_their_parents,
        ]);
        $crate::ecs_suite!($realm, lives: [
            who_dies_leaves_the_forest,
            a_family_dies_with_its_head,
            a_family_can_be_ended_by_the_adapter,
            children_can_outlive_their_parent,
            who_got_away_in_time_lives_on,
            who_lives_between_two_syncs_is_never_seen,
            numbers_that_are_used_again_are_somebody_else,
            whole_worlds_come_and_go,
            nothing_leaks,
        ]);
        $crate::ecs_suite!($realm, changes: [
            only_what_moved_is_written,
            nothing_is_written_when_nothing_moved,
            newcomers_are_written,
            moving_elsewhere_and_back_writes_nothing,
            a_new_parent_moves_everybody_below,
            many_and_few_are_written_alike,
        ]);
        $crate::ecs_suite!($realm, questions: [
            deletions_are_followed,
            local_and_world_are_always_split,
            worlds_are_cached,
            the_hierarchy_is_queryable,
        ]);
    };
    ($realm:ty, $subject:ident: [$($behaviour:ident,)*]) => {
        mod $subject {
            use super::*;

            $(
                #[test]
                fn $behaviour() {
                    $crate::ecs::behaviours::$subject::$behaviour::<$realm>();
                }
            )*
        }
    };
}
