//! What can be done to a forest, with nodes picked by number: any number picks somebody.

use kinfolk::{Heirs, Inherits, Node2};
use proptest::prelude::*;

/// Picks a node: mostly a living one, now and then one that is gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick(pub(crate) u16);

/// Picks a spot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Where {
    Root,
    RootAt(usize),
    Under(Pick),
    At(Pick, usize),
    Before(Pick),
    After(Pick),
}

#[derive(Clone, Debug)]
pub(crate) enum Operation {
    Plant(Where, Node2),
    PlantMany(Where, Vec<Node2>),
    PlantTree(Where, Vec<(Option<usize>, Node2)>),
    CloneSubtree(Pick, Where),
    Attach(Pick, Where),
    AttachInPlace(Pick, Where),
    Detach(Pick),
    DetachInPlace(Pick),
    Reorder(Pick, usize),
    SortChildren(Pick),
    SortChildrenByKey(Pick),
    SortRoots,
    Remove(Pick),
    Take(Pick),
    RemoveKeepChildren(Pick, Heirs),
    RemoveKeepChildrenInPlace(Pick, Heirs),
    Clear,
    Set(Pick, Node2),
    SetEach(Vec<(Pick, Node2)>),
    EditZ(Pick, i32),
    /// A write that goes through a setter; which one, and with what numbers.
    Place(Pick, Placing, Node2),
    SetVisible(Pick, bool),
    SetActive(Pick, bool),
    SetMaxDepth(Option<usize>),
    Reserve(usize),
    Tidy(usize),
    Update,
    Snapshot,
    Restore,
    Serialize,
    /// Takes a point and an angle from one node's space to another's.
    Convert(Pick, Pick, [f32; 3]),
}

/// The setters that take a part of a transform, locally or in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Placing {
    Position,
    Rotation,
    Scale,
    Transform,
    WorldPosition,
    WorldRotation,
    WorldScale,
    WorldTransform,
    World,
    LookAt,
}

pub(crate) fn operations() -> BoxedStrategy<Operation> {
    use Operation as Do;
    let heirs = || prop_oneof![Just(Heirs::ToRoots), Just(Heirs::ToGrandparent)];
    prop_oneof![
        12 => (spots(), nodes()).prop_map(|(spot, node)| Do::Plant(spot, node)),
        2 => (spots(), prop::collection::vec(nodes(), 0..12))
            .prop_map(|(spot, nodes)| Do::PlantMany(spot, nodes)),
        3 => (spots(), trees()).prop_map(|(spot, tree)| Do::PlantTree(spot, tree)),
        2 => (picks(), spots()).prop_map(|(node, spot)| Do::CloneSubtree(node, spot)),
        8 => (picks(), spots()).prop_map(|(node, spot)| Do::Attach(node, spot)),
        6 => (picks(), spots()).prop_map(|(node, spot)| Do::AttachInPlace(node, spot)),
        1 => picks().prop_map(Do::Detach),
        1 => picks().prop_map(Do::DetachInPlace),
        2 => (picks(), 0..6_usize).prop_map(|(node, index)| Do::Reorder(node, index)),
        1 => picks().prop_map(Do::SortChildren),
        1 => picks().prop_map(Do::SortChildrenByKey),
        1 => Just(Do::SortRoots),
        3 => picks().prop_map(Do::Remove),
        2 => picks().prop_map(Do::Take),
        2 => (picks(), heirs()).prop_map(|(node, heirs)| Do::RemoveKeepChildren(node, heirs)),
        2 => (picks(), heirs())
            .prop_map(|(node, heirs)| Do::RemoveKeepChildrenInPlace(node, heirs)),
        10 => (picks(), nodes()).prop_map(|(node, value)| Do::Set(node, value)),
        2 => prop::collection::vec((picks(), nodes()), 0..12).prop_map(Do::SetEach),
        3 => (picks(), layers()).prop_map(|(node, z)| Do::EditZ(node, z)),
        10 => (picks(), placings(), nodes())
            .prop_map(|(node, placing, value)| Do::Place(node, placing, value)),
        2 => (picks(), any::<bool>()).prop_map(|(node, visible)| Do::SetVisible(node, visible)),
        2 => (picks(), any::<bool>()).prop_map(|(node, active)| Do::SetActive(node, active)),
        1 => prop_oneof![2 => Just(None), 1 => (0..9_usize).prop_map(Some)]
            .prop_map(Do::SetMaxDepth),
        1 => (0..50_usize).prop_map(Do::Reserve),
        6 => prop_oneof![0..9_usize, Just(1_000)].prop_map(Do::Tidy),
        16 => Just(Do::Update),
        2 => Just(Do::Snapshot),
        1 => Just(Do::Restore),
        2 => (picks(), picks(), prop::array::uniform3(numbers()))
            .prop_map(|(from, to, numbers)| Do::Convert(from, to, numbers)),
        1 => prop_oneof![3 => Just(Do::Serialize), 1 => Just(Do::Clear)],
    ]
    .boxed()
}

fn picks() -> impl Strategy<Value = Pick> {
    any::<u16>().prop_map(Pick)
}

fn spots() -> impl Strategy<Value = Where> {
    prop_oneof![
        1 => Just(Where::Root),
        1 => (0..9_usize).prop_map(Where::RootAt),
        6 => picks().prop_map(Where::Under),
        2 => (picks(), 0..5_usize).prop_map(|(node, index)| Where::At(node, index)),
        2 => picks().prop_map(Where::Before),
        2 => picks().prop_map(Where::After),
    ]
}

fn placings() -> impl Strategy<Value = Placing> {
    use Placing::*;
    prop::sample::select(vec![
        Position,
        Position,
        Rotation,
        Scale,
        Transform,
        WorldPosition,
        WorldRotation,
        WorldScale,
        WorldTransform,
        World,
        LookAt,
    ])
}

/// A list in which parents mostly come before their children.
fn trees() -> impl Strategy<Value = Vec<(Option<usize>, Node2)>> {
    let node = (prop::option::weighted(0.8, 0..12_usize), nodes());
    prop::collection::vec(node, 0..12).prop_map(|mut list| {
        for (index, (parent, _)) in list.iter_mut().enumerate() {
            if let Some(parent) = parent
                && index % 11 != 10
            {
                *parent = if index == 0 {
                    return vec![];
                } else {
                    *parent % index
                };
            }
        }
        list
    })
}

fn numbers() -> impl Strategy<Value = f32> {
    prop_oneof![8 => -9.0..9.0_f32, 1 => prop::num::f32::ANY]
}

fn layers() -> impl Strategy<Value = i32> {
    prop_oneof![20 => -3..4_i32, 1 => Just(i32::MAX), 1 => Just(i32::MIN)]
}

/// Nodes that exercise the rules: mirrored, flat, huge, partly inheriting, not finite.
fn nodes() -> impl Strategy<Value = Node2> {
    let places = || {
        prop_oneof![
            12 => (-32..33_i16).prop_map(|quarters| f32::from(quarters) * 0.25),
            1 => prop::sample::select(vec![-0.0, 1e30, -1e30, 1e-30]),
        ]
    };
    let angles = || prop::sample::select(vec![0.0, 0.0, 0.5, -2.0, 3.0, 1.5707964, 40.0]);
    let scales = || {
        prop::sample::select(vec![
            1.0, 1.0, 1.0, 2.0, 0.5, -1.0, -3.0, 1.25, 0.0, 1e20, 1e-20,
        ])
    };
    let skews = prop::sample::select(vec![0.0, 0.0, 0.0, 0.25, -1.0, 2.0]);
    let inherits = prop_oneof![
        5 => Just(Inherits::ALL),
        2 => (0..32_u8).prop_map(Inherits::from_bits_truncate),
    ];
    let flags = (any::<bool>(), 0..8_u8, 0..8_u8, 0..10_u8);
    let transform = ((places(), places()), angles(), (scales(), scales()), skews);
    let node = (transform, layers(), inherits, flags).prop_map(
        |(((x, y), rotation, (sx, sy), skew), z, inherits, (relative, shown, awake, sorted))| {
            Node2 {
                z,
                z_relative: relative,
                inherits,
                visible: shown > 0,
                active: awake > 0,
                y_sort: sorted == 0,
                ..Node2::at(x, y).turned(rotation).scaled(sx, sy).skewed(skew)
            }
        },
    );
    prop_oneof![
        40 => node,
        1 => Just(Node2::at(f32::NAN, 0.0)),
        1 => Just(Node2::at(0.0, 0.0).scaled(1.0, f32::INFINITY)),
    ]
}
