//! The two tests of shipyard's guide, "Building an Entity Hierarchy", step by step, on shipyard.

use kinfolk_shipyard::{Hierarchy, HierarchyIter, HierarchyViewMut};
use shipyard::{Component, Get, ViewMut, World};

#[derive(Component)]
struct Usize(usize);

#[test]
fn test_hierarchy() {
    let world = World::new();

    world.run(|mut views: HierarchyViewMut<'_>| {
        let root1 = views.entities.add_entity((), ());
        let root2 = views.entities.add_entity((), ());

        let e1 = views.attach_new(root1);
        let e2 = views.attach_new(e1);
        let e3 = views.attach_new(e1);
        let e4 = views.attach_new(e3);

        views.attach(e3, root2);

        let e5 = views.attach_new(e3);

        assert!(views.children(e3).eq([e4, e5].iter().cloned()));

        assert!(views.ancestors(e4).eq([e3, root2].iter().cloned()));

        assert!(views.descendants(root1).eq([e1, e2].iter().cloned()));

        assert!(views.descendants(root2).eq([e3, e4, e5].iter().cloned()));

        views.detach(e1);

        assert!(views.descendants(root1).eq(None));
        assert!(views.ancestors(e1).eq(None));
        assert!(views.children(e1).eq([e2].iter().cloned()));

        views.remove(e1);

        assert!(views.children(e1).eq(None));

        views.remove_all(root2);

        assert!(views.descendants(root2).eq(None));
        assert!(views.descendants(e3).eq(None));
        assert!(views.ancestors(e5).eq(None));
    });
}

#[test]
fn test_sorting() {
    let world = World::new();

    world.run(
        |mut views: HierarchyViewMut<'_>, mut value: ViewMut<'_, Usize>| {
            let root = views.entities.add_entity((), ());

            let e0 = views.attach_new(root);
            let e1 = views.attach_new(root);
            let e2 = views.attach_new(root);
            let e3 = views.attach_new(root);
            let e4 = views.attach_new(root);

            views.entities.add_component(e0, &mut value, Usize(7));
            views.entities.add_component(e1, &mut value, Usize(5));
            views.entities.add_component(e2, &mut value, Usize(6));
            views.entities.add_component(e3, &mut value, Usize(1));
            views.entities.add_component(e4, &mut value, Usize(3));

            assert!(
                views
                    .children(root)
                    .eq([e0, e1, e2, e3, e4].iter().cloned())
            );

            views.sort_children_by(root, |a, b| {
                let value = |id| (&value).get(id).unwrap().0;
                value(*a).cmp(&value(*b))
            });

            assert!(
                views
                    .children(root)
                    .eq([e3, e4, e1, e2, e0].iter().cloned())
            );
        },
    );
}
