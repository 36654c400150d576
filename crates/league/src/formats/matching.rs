//! As many disjoint edges of a graph as there can be: Edmonds' algorithm, which
//! grows alternating paths and shrinks the odd cycles ("blossoms") it meets.

use std::collections::VecDeque;

/// Who may be matched with whom.
#[derive(Clone, Debug)]
pub(super) struct PairingGraph {
    vertices: usize,
    edges: Vec<bool>,
}

impl PairingGraph {
    /// A graph with an edge wherever `joined` says so, of either order.
    pub(super) fn new(vertices: usize, joined: impl Fn(usize, usize) -> bool) -> PairingGraph {
        let mut edges = vec![false; vertices * vertices];
        for a in 0..vertices {
            for b in 0..a {
                let is_joined = joined(a, b);
                edges[a * vertices + b] = is_joined;
                edges[b * vertices + a] = is_joined;
            }
        }
        PairingGraph { vertices, edges }
    }

    pub(super) fn has(&self, a: usize, b: usize) -> bool {
        self.edges[a * self.vertices + b]
    }

    fn adjacent(&self, of: usize) -> impl Iterator<Item = usize> {
        let row = &self.edges[of * self.vertices..(of + 1) * self.vertices];
        row.iter().enumerate().filter_map(|(at, is_joined)| is_joined.then_some(at))
    }
}

/// A largest matching of a graph, of which vertices can be taken away.
#[derive(Clone, Debug)]
pub(super) struct Matching<'a> {
    graph: &'a PairingGraph,
    mates: Vec<Option<usize>>,
    /// Vertices that have been taken away.
    gone: Vec<bool>,
    edges: usize,
}

impl<'a> Matching<'a> {
    /// One of the largest of a graph.
    pub(super) fn largest(graph: &'a PairingGraph) -> Matching<'a> {
        let (mates, gone) = (vec![None; graph.vertices], vec![false; graph.vertices]);
        let mut matching = Matching { graph, mates, gone, edges: 0 };
        // Whoever cannot be matched now cannot be later either, so once each.
        (0..graph.vertices).for_each(|vertex| matching.augment(vertex));
        matching
    }

    /// How many edges it has.
    pub(super) fn edges(&self) -> usize {
        self.edges
    }

    /// One of the largest when these vertices are taken away too.
    pub(super) fn without(&self, vertices: &[usize]) -> Matching<'a> {
        let mut rest = self.clone();
        let mut left = Vec::new();
        for &vertex in vertices {
            rest.gone[vertex] = true;
            if let Some(mate) = rest.mates[vertex].take() {
                rest.mates[mate] = None;
                rest.edges -= 1;
                left.push(mate);
            }
        }
        // A path between two others that are free would have been one before.
        left.into_iter().for_each(|vertex| rest.augment(vertex));
        rest
    }

    /// Adds an edge, if there is a path from this vertex to another free one
    /// along which edges outside and inside the matching alternate.
    fn augment(&mut self, from: usize) {
        if self.gone[from] || self.mates[from].is_some() {
            return;
        }
        let Some((end, parents)) = PathSearch::new(self).path_from(from) else { return };
        let mut at = Some(end);
        while let Some(vertex) = at {
            let parent = parents[vertex].expect("the path leads back to where it began");
            at = self.mates[parent];
            self.mates[vertex] = Some(parent);
            self.mates[parent] = Some(vertex);
        }
        self.edges += 1;
    }
}

/// A search for one path, breadth first.
struct PathSearch<'a, 'b> {
    matching: &'b Matching<'a>,
    /// From where a vertex was reached by an edge outside the matching.
    parents: Vec<Option<usize>>,
    /// The base of the blossom that a vertex is in; itself if in none.
    bases: Vec<usize>,
    /// Whether a path of even length leads there, so that it can go on outside
    /// the matching.
    is_even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a, 'b> PathSearch<'a, 'b> {
    fn new(matching: &'b Matching<'a>) -> PathSearch<'a, 'b> {
        let vertices = matching.graph.vertices;
        PathSearch {
            matching,
            parents: vec![None; vertices],
            bases: (0..vertices).collect(),
            is_even: vec![false; vertices],
            queue: VecDeque::new(),
        }
    }

    /// The other end of a path, and the parents that lead back.
    fn path_from(mut self, root: usize) -> Option<(usize, Vec<Option<usize>>)> {
        let Matching { graph, mates, gone, .. } = self.matching;
        self.is_even[root] = true;
        self.queue.push_back(root);
        while let Some(vertex) = self.queue.pop_front() {
            for next in graph.adjacent(vertex) {
                if gone[next] || self.bases[vertex] == self.bases[next] || mates[vertex] == Some(next) {
                    continue;
                }
                if self.is_even[next] {
                    self.shrink(vertex, next);
                } else if self.parents[next].is_none() {
                    self.parents[next] = Some(vertex);
                    let Some(mate) = mates[next] else { return Some((next, self.parents)) };
                    self.is_even[mate] = true;
                    self.queue.push_back(mate);
                }
            }
        }
        None
    }

    /// Two even vertices are joined: the paths to them close an odd circle, and
    /// all on it can be reached by an even path, one way round or the other.
    fn shrink(&mut self, a: usize, b: usize) {
        let base = self.common_base(a, b);
        let mut is_inside = vec![false; self.bases.len()];
        self.mark(a, base, b, &mut is_inside);
        self.mark(b, base, a, &mut is_inside);
        for vertex in 0..self.bases.len() {
            if is_inside[self.bases[vertex]] {
                self.bases[vertex] = base;
                if !self.is_even[vertex] {
                    self.is_even[vertex] = true;
                    self.queue.push_back(vertex);
                }
            }
        }
    }

    /// Where the paths from two even vertices back to the root meet.
    fn common_base(&self, a: usize, b: usize) -> usize {
        let mut is_on_the_way = vec![false; self.bases.len()];
        let mut at = Some(a);
        while let Some(vertex) = at {
            is_on_the_way[self.bases[vertex]] = true;
            at = self.even_before(vertex);
        }
        let mut vertex = self.bases[b];
        while !is_on_the_way[vertex] {
            let before = self.even_before(vertex).expect("both paths begin at the root");
            vertex = self.bases[before];
        }
        vertex
    }

    /// The even vertex before the blossom of an even one; none at the root.
    fn even_before(&self, vertex: usize) -> Option<usize> {
        self.parents[self.matching.mates[self.bases[vertex]]?]
    }

    /// Marks the blossoms on the way from an even vertex to the base, and gives
    /// its even vertices a parent across the edge that closed the cycle.
    fn mark(&mut self, mut vertex: usize, base: usize, mut across: usize, is_inside: &mut [bool]) {
        while self.bases[vertex] != base {
            let mate = self.matching.mates[vertex].expect("only the root has none, and it is a base");
            is_inside[self.bases[vertex]] = true;
            is_inside[self.bases[mate]] = true;
            self.parents[vertex] = Some(across);
            across = mate;
            vertex = self.parents[mate].expect("an odd vertex was reached from somewhere");
        }
    }
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;

    /// How many edges a largest matching of the vertices from `from` on has.
    fn brute_force(graph: &PairingGraph, gone: &mut Vec<bool>, from: usize) -> usize {
        let Some(vertex) = (from..graph.vertices).find(|vertex| !gone[*vertex]) else { return 0 };
        let mut most = brute_force(graph, gone, vertex + 1);
        for other in vertex + 1..graph.vertices {
            if graph.has(vertex, other) && !gone[other] {
                gone[other] = true;
                most = most.max(1 + brute_force(graph, gone, vertex + 1));
                gone[other] = false;
            }
        }
        most
    }

    /// The edges are edges, disjoint, and as many as it says.
    fn check(matching: &Matching<'_>, gone: &[bool]) {
        let matched = (0..gone.len()).filter(|vertex| {
            let mate = matching.mates[*vertex];
            assert!(mate.is_none_or(|mate| {
                let is_mutual = matching.mates[mate] == Some(*vertex);
                is_mutual && matching.graph.has(*vertex, mate) && !gone[*vertex] && !gone[mate]
            }));
            mate.is_some()
        });
        assert_eq!(matched.count(), 2 * matching.edges());
    }

    #[test]
    fn as_large_as_by_brute_force_also_when_vertices_are_taken_away() {
        let mut rng = Rng::new(11);
        for round in 0..4_000 {
            let vertices = rng.below(11) as usize;
            let density = 1 + rng.below(9);
            let drawn: Vec<bool> = (0..vertices * vertices).map(|_| rng.below(10) < density).collect();
            let graph = PairingGraph::new(vertices, |a, b| drawn[a * vertices + b]);
            let mut gone = vec![false; vertices];
            let mut matching = Matching::largest(&graph);
            loop {
                check(&matching, &gone);
                assert_eq!(matching.edges(), brute_force(&graph, &mut gone, 0), "round {round}");
                let left: Vec<usize> = (0..vertices).filter(|vertex| !gone[*vertex]).collect();
                if left.is_empty() {
                    break;
                }
                let taken: Vec<usize> =
                    (0..1 + rng.below(2)).map(|_| left[rng.below(left.len() as u32) as usize]).collect();
                taken.iter().for_each(|vertex| gone[*vertex] = true);
                matching = matching.without(&taken);
            }
        }
    }
}
