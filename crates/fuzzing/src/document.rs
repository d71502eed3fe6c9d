//! Any bytes are a document or a diagnostic, and a document keeps what holds for documents.

use kinfolk::Forest;
use kinfolk_scene::{Document, Scene, load_bytes};

/// Reads the bytes as a document.
pub fn document(bytes: &[u8]) {
    let loaded = load_bytes(bytes);
    assert!(loaded.plan.is_some() != loaded.diagnostics.has_errors());
    let Some(document) = loaded.document else {
        return;
    };

    // Writing is stable, whatever names mean.
    let text = document.to_text();
    let nested = document.to_nested();
    let flat = document.to_flat();
    let Some(plan) = loaded.plan else {
        return;
    };
    let again: Document = text.parse().expect("what was written can be read");
    assert_eq!(again, document);
    assert_eq!(again.to_text(), text);

    // Both forms stand for the same scene.
    assert_eq!(nested.to_flat(), flat);
    assert_eq!(flat.to_nested(), nested);
    if plan.len() > 10_000 {
        return;
    }
    let ids: Vec<String> = plan.ids().collect();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).expect("a plan can be planted");
    forest.update();
    forest.check_laws().expect("the forest's laws hold");
    for (node, id) in scene.nodes().iter().zip(&ids) {
        assert_eq!(scene.node(id), Some(*node));
        assert!(forest.world(*node).is_some_and(|world| world.is_finite()));
    }
    for form in [nested, flat] {
        let plan = kinfolk_scene::resolve(&form).expect("both forms are fine");
        let mut other: Vec<String> = plan.ids().collect();
        let mut ids = ids.clone();
        other.sort();
        ids.sort();
        assert_eq!(other, ids);
    }
    assert_eq!(scene.capture(&forest).to_text(), text);
}
