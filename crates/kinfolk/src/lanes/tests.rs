//! The quick ways beside the rule as it is written, and beside each other.

use super::*;
use crate::inherit::{Inherit, Rewrite, one_by_one};
use crate::inherits::Inherits;
use crate::node2::INHERITS;
use crate::transform2::Transform2;
use crate::world2::MIRRORS;
use alloc::format;
use alloc::vec::Vec;
use core::cell::Cell;
use fearless_simd::Level;
use proptest::prelude::*;

/// Numbers as they come in games, and those at the edges.
fn number() -> impl Strategy<Value = f32> {
    let edge = [0.0, -0.0, 1.0, -1.0, f32::MAX, f32::MIN, 1e-40, 3e19, -3e19];
    prop_oneof![8 => -1e3_f32..1e3, 1 => proptest::sample::select(edge.to_vec())]
}

fn layer() -> impl Strategy<Value = i32> {
    let edge = [
        i32::MAX,
        i32::MIN,
        LARGE_Z,
        -LARGE_Z,
        LARGE_Z - 1,
        -LARGE_Z - 1,
    ];
    prop_oneof![8 => -9..9, 1 => proptest::sample::select(edge.to_vec())]
}

prop_compose! {
    fn lanes(flags: u32)(
        matrix in proptest::array::uniform6(number()),
        z in layer(),
        bits in any::<u32>(),
    ) -> Lanes {
        Lanes::new(&matrix, z, bits & flags)
    }
}

/// The flags of an own value: what it has, what it takes over, and, rarely, that it is special.
fn own() -> impl Strategy<Value = Lanes> {
    let usual = EFFECTIVE | (EFFECTIVE << PASSING);
    let without_overlap = |own: Lanes| {
        let both = (own.flags() >> PASSING) & own.flags() & 0b100_0011;
        own.with_flags(own.flags() & !(both << PASSING))
    };
    prop_oneof![9 => lanes(usual), 1 => lanes(usual | SPECIAL)].prop_map(without_overlap)
}

/// An own value that takes over everything, and knows whether it is special.
fn with_everything(own: &Lanes) -> Ready2 {
    let everything = (u32::from(Inherits::ALL.bits()) << INHERITS) | (MIRRORS << PASSING);
    let is_large = !(-LARGE_Z..LARGE_Z).contains(&own.z());
    let special = if is_large { SPECIAL } else { 0 };
    Ready2(own.with_flags(own.flags() | everything | special))
}

fn plainly(own: &Lanes, parent: &Lanes) -> Option<([u32; 6], i32, u32)> {
    let tail = |lanes: &Lanes| plain::Tail::new(lanes.offset(), lanes.z(), lanes.flags());
    let (linear, offset) = own.product(parent);
    let tail = tail(own).below(tail(parent), offset, linear + offset)?;
    let [a, b, c, d] = linear.to_array().map(f32::to_bits);
    let [x, y] = tail.offset().to_array().map(f32::to_bits);
    Some(([a, b, c, d, x, y], tail.z(), tail.flags()))
}

fn seen(lanes: &Lanes) -> ([u32; 6], i32, u32) {
    (lanes.matrix().map(f32::to_bits), lanes.z(), lanes.flags())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 1 } else { 4_000 }))]

    #[test]
    fn vector_instructions_and_plain_arithmetic_agree(own in own(), parent in lanes(EFFECTIVE)) {
        let vector = own.below(&parent);

        prop_assert_eq!(vector.as_ref().map(seen), plainly(&own, &parent));
        if let Some(vector) = vector {
            prop_assert!(vector.same(&vector) && !vector.same(&vector.with_flags(1 << 9)));
            prop_assert_eq!(vector.same(&parent), seen(&vector) == seen(&parent));
        }
    }

    /// Wide registers tell what overflows from what would, in lanes that mean nothing: they
    /// put off less than others, never more.
    #[test]
    fn two_at_a_time_and_one_by_one_agree(
        rows in proptest::collection::vec((own(), lanes(EFFECTIVE), any::<bool>()), 0..20),
        count in 0_usize..9,
    ) {
        let own: Vec<_> = rows.iter().map(|(own, ..)| with_everything(own)).collect();
        let parents: Vec<u32> = (0..rows.len() as u32).rev().take(count).collect();
        let above = |_: usize, parent: u32| World2(rows[parent as usize].1);
        let whole = |row: usize| {
            let parent = *parents.get(row).unwrap_or(&0);
            Node2::inherit(&own[row], Some(&above(row, parent)))
        };
        let old = |row: usize| if rows[row].2 { whole(row) } else { World2(rows[row].1) };
        let before = || -> Vec<_> { (0..rows.len()).map(|row| Cell::new(old(row))).collect() };
        let (_, put_off_at_most) = one_by_one::<Node2>(&own, &parents, &before(), above);

        let best = Level::try_detect();
        for level in [best, best.and_then(Level::as_avx2).map(Level::Avx2), None] {
            let fast = before();
            let (changed, put_off) =
                x86::rows_at::<Node2, x86::Everything>(level, &own, &parents, &fast, above);

            prop_assert_eq!(put_off & !put_off_at_most, 0);
            for (row, fast) in fast.iter().enumerate() {
                let is_done = row < parents.len() && put_off & (1 << row) == 0;
                let expected = if is_done { whole(row) } else { old(row) };
                prop_assert_eq!(seen(&fast.get().0), seen(&expected.0));
                prop_assert_eq!(changed & (1 << row) != 0, !Node2::same(&old(row), &expected));
            }
        }
    }

    #[test]
    fn offsets_of_those_who_are_not_turned_add_up_to_what_the_rule_makes_of_them(
        path in proptest::collection::vec((number(), number()), 1..6),
    ) {
        let untouched = Node2::default().ready().0;
        let path = path.iter().map(|&(x, y)| untouched.at(Vec2::new(x, y)));
        let path: Vec<_> = path.collect();
        let (mut shift, mut place) = (path[0].shift(), path[0].place());
        let mut oddness = path[0].oddness();
        for own in &path[1..] {
            oddness = oddness.or(own.oddness());
            shift = own.shift_below(&shift);
            place = own.place_below(&place);
        }
        prop_assert!(oddness.is_plain() && oddness.is_straight());
        let bits = |place: Vec2| place.to_array().map(f32::to_bits);
        if let Some(place) = place.if_finite() {
            let has_zero = place.x == 0.0 || place.y == 0.0;
            prop_assert_eq!(shift.if_certain().map(bits), (!has_zero).then(|| bits(place)));
        }
        if let Some(shift) = shift.if_certain() {
            let whole = |above: World2, own: &Lanes| Node2::inherit(&Ready2(*own), Some(&above));
            let root = Node2::inherit(&Ready2(path[0]), None);
            let world = path[1..].iter().fold(root, whole);
            prop_assert_eq!(bits(shift), bits(world.position()));
        }
    }

    #[test]
    fn a_chain_comes_out_as_row_by_row(
        above in lanes(EFFECTIVE),
        is_above_turned in any::<bool>(),
        rows in proptest::collection::vec((any_node(), proptest::bool::weighted(0.8)), 0..9),
    ) {
        let Ready2(unturned) = Node2::PLAIN.ready();
        let offset = above.offset();
        let above = if is_above_turned { above } else { unturned.at(offset).with_tail(above.tail) };
        let straight = |node: &Node2| Node2 {
            transform: Transform2 { position: node.transform.position, ..Transform2::IDENTITY },
            ..*node
        };
        let own = rows.iter().map(|(node, is_straight)| if *is_straight { straight(node) } else { *node });
        let own: Vec<_> = own.map(|node| node.ready()).collect();
        let old = World2(unturned);
        let mut effective: Vec<_> = own.iter().map(|_| old).collect();

        let (count, changed) = inherit_chain(&own, &mut effective, World2(above));

        let mut parent = World2(above);
        for row in 0..count {
            let whole = Node2::inherit(&own[row], Some(&parent));
            prop_assert_eq!(seen(&effective[row].0), seen(&whole.0));
            prop_assert_eq!(changed & (1 << row) != 0, !Node2::same(&whole, &old));
            parent = whole;
        }
        prop_assert!(own.get(count).is_none_or(|next| next.0.below(&parent.0).is_none()));
        prop_assert!(effective[count..].iter().all(|left| left.0.same(&old.0)));
    }

    #[test]
    fn whoever_is_turned_scaled_skewed_or_special_is_odd(own in own(), node in any_node()) {
        prop_assert_eq!(own.oddness().is_plain(), own.flags() & SPECIAL == 0);

        let Ready2(ready) = node.ready();
        let only_moves = node.transform.only_moves(&Transform2::IDENTITY);
        prop_assert_eq!(ready.oddness().is_straight(), only_moves);
        prop_assert!(ready.is_unturned() || !only_moves);
    }

    #[test]
    fn what_differs_is_told_by_the_ready_value_alone(
        stored in any_node(),
        value in any_node(),
        as_stored in any::<[bool; 7]>(),
    ) {
        let [transform, z, inherits, z_relative, visible, active, y_sort] = as_stored;
        let pick = |same: bool| if same { stored } else { value };
        let value = Node2 {
            transform: Transform2 {
                position: value.transform.position,
                ..pick(transform).transform
            },
            z: pick(z).z,
            inherits: pick(inherits).inherits,
            z_relative: pick(z_relative).z_relative,
            visible: pick(visible).visible,
            active: pick(active).active,
            y_sort: pick(y_sort).y_sort,
        };
        let moved = Node2 {
            transform: Transform2 {
                position: value.transform.position,
                ..stored.transform
            },
            ..stored
        };
        let whole = |node: &Node2| (format!("{node:?}"), seen(&node.ready().0));
        let mut ready = stored.ready();
        let kept = Node2::told(&ready).is_none().then_some(&stored);
        let text = |node: &Node2| format!("{node:?}");
        let told = Node2::told(&ready);
        prop_assert!(told.is_none_or(|told| text(&told) == text(&stored)));
        let how = value.rewrite(kept, &mut ready);

        prop_assert_eq!(matches!(how, Rewrite::Whole), whole(&value) != whole(&moved));
        let expected = if matches!(how, Rewrite::Whole) { stored } else { moved };
        prop_assert_eq!(seen(&ready.0), seen(&expected.ready().0));
    }

    #[test]
    fn the_rest_alone_comes_out_as_with_everything(
        rows in proptest::collection::vec((own(), lanes(EFFECTIVE), layer(), any::<u32>()), 0..9),
    ) {
        let own: Vec<_> = rows.iter().map(|(own, ..)| with_everything(own)).collect();
        let parents: Vec<u32> = (0..rows.len() as u32).rev().collect();
        let above = |_: usize, parent: u32| {
            let (_, before, z, flags) = rows[parent as usize];
            World2(Lanes::new(&before.matrix(), z, flags & EFFECTIVE))
        };
        let settled = |row: usize| {
            let parent = World2(rows[parents[row] as usize].1);
            Node2::inherit(&own[row], Some(&parent))
        };
        let rest: Vec<_> = (0..rows.len()).map(|row| Cell::new(settled(row))).collect();

        let (changed, put_off) = inherit_rest::<Node2>(&own, &parents, &rest, above);

        prop_assert_eq!(changed & put_off, 0);
        for row in (0..rows.len()).filter(|row| put_off & (1 << row) == 0) {
            let whole = Node2::inherit(&own[row], Some(&above(row, parents[row])));
            prop_assert_eq!(seen(&rest[row].get().0), seen(&whole.0));
            let differs = !Node2::same(&settled(row), &whole);
            prop_assert_eq!(changed & (1 << row) != 0, differs);
        }
    }

    #[test]
    fn the_rest_is_passed_on_as_it_is_computed(
        rows in proptest::collection::vec((plain_node(), lanes(EFFECTIVE), layer(), 0..4_u32), 0..9),
    ) {
        let own: Vec<_> = rows.iter().map(|(own, ..)| own.ready()).collect();
        let parents: Vec<u32> = (0..rows.len() as u32).rev().collect();
        let above = |parent: u32| {
            let (_, before, z, flips) = rows[parent as usize];
            World2(Lanes::new(&before.matrix(), z, before.flags() ^ flips))
        };
        let settled = |row: usize| {
            let parent = World2(rows[parents[row] as usize].1);
            Node2::inherit(&own[row], Some(&parent))
        };
        let passed: Vec<_> = (0..rows.len()).map(|row| Cell::new(settled(row))).collect();

        prop_assert!(own.iter().all(Node2::passes_rest));
        let changed = Node2::pass_rest(&parents, &passed, above);

        for row in 0..rows.len() {
            let parent = above(parents[row]);
            prop_assert!(Node2::changed_in_rest(&World2(rows[parents[row] as usize].1), &parent));
            let whole = Node2::inherit(&own[row], Some(&parent));
            prop_assert_eq!(seen(&passed[row].get().0), seen(&whole.0));
            let differs = !Node2::same(&settled(row), &whole);
            prop_assert_eq!(changed & (1 << row) != 0, differs);
        }
    }
}

/// Often a number that changes nothing.
fn seldom(usual: f32) -> impl Strategy<Value = f32> {
    let edge = [0.0, -0.0, 1.0, -1.0, 1e-40, -1e-40];
    prop_oneof![5 => Just(usual), 1 => proptest::sample::select(edge.to_vec()), 1 => -4.0_f32..4.0]
}

prop_compose! {
    fn any_node()(
        (x, y) in (number(), number()),
        (rotation, skew, sx, sy) in (seldom(0.0), seldom(0.0), seldom(1.0), seldom(1.0)),
        z in layer(),
        inherits in prop_oneof![Just(Inherits::ALL.bits()), any::<u8>()],
        [z_relative, visible, active, y_sort] in any::<[bool; 4]>(),
    ) -> Node2 {
        let transform = Transform2::at(x, y).turned(rotation).skewed(skew).scaled(sx, sy);
        let inherits = Inherits::from_bits_truncate(inherits);
        Node2 { transform, z, inherits, z_relative, visible, active, y_sort }
    }
}

prop_compose! {
    /// A node that adds nothing to layers, visibility and activity.
    fn plain_node()(x in -9.0_f32..9.0, turn in -3.0_f32..3.0, scale in -2.0_f32..2.0, y_sort in any::<bool>()) -> Node2 {
        Node2 { y_sort, ..Node2::at(x, 1.0).turned(turn).scaled(scale, 1.0) }
    }
}
