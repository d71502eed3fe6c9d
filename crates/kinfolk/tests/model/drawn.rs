//! In what order the naive forest is drawn, by the obvious recursion.

use super::naive::Naive;

impl Naive {
    /// The visible nodes in the order in which they are drawn.
    pub(crate) fn drawn(&self) -> Vec<usize> {
        let worlds = self.worlds();
        let world = |node: usize| worlds[node].as_ref().expect("a living node");
        let mut order = Vec::new();
        for &root in &self.roots {
            self.draw(root, &|node| world(node).position().y, &mut order);
        }
        order.retain(|&node| world(node).visible());
        order.sort_by_key(|&node| world(node).z());
        order
    }

    fn draw(&self, node: usize, height: &impl Fn(usize) -> f32, order: &mut Vec<usize>) {
        if self.member(node).value.y_sort {
            let mut group = Vec::new();
            self.gather(node, &mut group);
            group.sort_by(|&(a, _), &(b, _)| height(b).partial_cmp(&height(a)).unwrap());
            for (member, alone) in group {
                if alone {
                    order.push(member)
                } else {
                    self.draw(member, height, order)
                }
            }
        } else {
            order.push(node);
            for &child in &self.member(node).children {
                self.draw(child, height, order);
            }
        }
    }

    fn gather(&self, node: usize, group: &mut Vec<(usize, bool)>) {
        let sorted = self.member(node).value.y_sort;
        group.push((node, sorted));
        if sorted {
            for &child in &self.member(node).children {
                self.gather(child, group);
            }
        }
    }
}
