//! The program as one graph: every call of a function with a body is entered, each call instance ([`Context`]) with nodes of its own.
//!
//! So forward and backward analyses are both plain fixpoints over one graph, and procedures are analysed by context. A call that would
//! recurse too deep, or make the graph too large, is not entered: it leads to an instance of its function that stands for all such calls ([`crate::summary`]). So is a call through a pointer.

use rustc_hash::FxHashMap;
use whydunit_program::{
    BlockId, Body, Callee, ExprKind, FunctionId, Point, Program, Stmt, StmtKind, TerminatorKind,
};

use crate::limits::{DEEPEST, MOST_NODES, MOST_NODES_OF_RECURSION};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Context(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A call instance.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) function: FunctionId,
    /// The instance that calls it, and where.
    pub(crate) caller: Option<(Context, Point)>,
}

/// A stretch of statements without entered calls, and how it ends.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) context: Context,
    pub(crate) block: BlockId,
    /// Statements of the block: from the first up to, not including, the last.
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) end: End,
}

#[derive(Clone, Debug)]
pub(crate) enum End {
    /// The block's terminator decides; the nodes of its targets in the order of `successors()`.
    Terminator(Vec<NodeId>),
    /// The statement at `to` is a call that is entered.
    Call { callee: Context, entry: NodeId },
    /// The function returns (the terminator is a `return`): to the node behind the call.
    Return(Option<NodeId>),
    /// Nothing follows.
    Stop,
}

#[derive(Debug)]
pub(crate) struct Graph<'p> {
    pub(crate) program: &'p Program,
    pub(crate) instances: Vec<Instance>,
    pub(crate) nodes: Vec<Node>,
    /// The entry nodes: of the start function first, then of those that anybody may call.
    pub(crate) roots: Vec<NodeId>,
    /// Functions with calls that are not entered, and the instances that stand for these.
    pub(crate) summaries: Vec<(FunctionId, Context, NodeId)>,
    /// Functions that a call through a pointer may lead to, if there is one.
    pub(crate) with_addresses: Vec<FunctionId>,
    /// The nodes that make such calls.
    summary_callers: FxHashMap<FunctionId, Vec<NodeId>>,
    pub(crate) predecessors: Vec<Vec<NodeId>>,
    /// Position in a reverse post-order from the roots.
    pub(crate) order: Vec<u32>,
    /// Targets of edges that go back in that order.
    pub(crate) is_head: Vec<bool>,
}

/// The function of the C library that calls the handlers of `atexit`.
const AT_EXIT: &str = "__whydunit_at_exit";

impl<'p> Graph<'p> {
    pub(crate) fn new(program: &'p Program, start: FunctionId) -> Graph<'p> {
        let mut builder = Builder {
            program,
            instances: Vec::new(),
            nodes: Vec::new(),
            open: Vec::new(),
            with_addresses: Vec::new(),
            summary_callers: FxHashMap::default(),
        };
        let mut roots = Vec::new();
        roots.extend(builder.instance(start, None, None));
        // What `exit` and the end of `main` call.
        if let Some(handlers) = program.find_function(AT_EXIT) {
            builder.leave_open(handlers);
        }
        let mut summaries = Vec::new();
        let mut next = 0;
        while let Some(&function) = builder.open.get(next) {
            next += 1;
            let context = Context(builder.instances.len() as u32);
            let Some(entry) = builder.instance(function, None, None) else { continue };
            summaries.push((function, context, entry));
        }
        let is_root = |summary: &&(FunctionId, Context, NodeId)| {
            program.find_function(AT_EXIT) == Some(summary.0)
        };
        roots.extend(summaries.iter().filter(is_root).map(|(_, _, entry)| *entry));
        let Builder { instances, nodes, with_addresses, summary_callers, .. } = builder;
        let mut graph = Graph {
            program,
            instances,
            predecessors: vec![Vec::new(); nodes.len()],
            order: vec![u32::MAX; nodes.len()],
            is_head: vec![false; nodes.len()],
            nodes,
            roots,
            summaries,
            with_addresses,
            summary_callers,
        };
        graph.arrange();
        graph
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(crate) fn function_of(&self, context: Context) -> FunctionId {
        self.instances[context.0 as usize].function
    }

    pub(crate) fn point(&self, node: &Node, index: u32) -> Point {
        Point { function: self.function_of(node.context), block: node.block, index }
    }

    pub(crate) fn stmt(&self, node: &Node, index: u32) -> &'p Stmt {
        let program: &'p Program = self.program;
        let function = program.function(self.function_of(node.context));
        &function.blocks()[node.block.index()].stmts[index as usize]
    }

    pub(crate) fn terminator(&self, node: &Node) -> &'p whydunit_program::Terminator {
        let program: &'p Program = self.program;
        let function = program.function(self.function_of(node.context));
        &function.blocks()[node.block.index()].terminator
    }

    pub(crate) fn successors(&self, id: NodeId) -> &[NodeId] {
        match &self.node(id).end {
            End::Terminator(targets) => targets,
            End::Call { entry, .. } => std::slice::from_ref(entry),
            End::Return(Some(target)) => std::slice::from_ref(target),
            End::Return(None) | End::Stop => &[],
        }
    }

    /// The nodes that call a function without entering it.
    pub(crate) fn summary_callers(&self, function: FunctionId) -> &[NodeId] {
        self.summary_callers.get(&function).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn calls_summaries(&self, node: NodeId) -> bool {
        self.summary_callers.values().any(|callers| callers.contains(&node))
    }

    fn arrange(&mut self) {
        for index in 0..self.nodes.len() {
            let id = NodeId(index as u32);
            for target in self.successors(id).to_vec() {
                self.predecessors[target.index()].push(id);
            }
        }
        let mut finished = Vec::with_capacity(self.nodes.len());
        let mut seen = vec![false; self.nodes.len()];
        let entries = self.summaries.iter().map(|(_, _, entry)| *entry);
        let starts: Vec<NodeId> = self.roots.first().copied().into_iter().chain(entries).collect();
        for &root in starts.iter().rev() {
            let mut stack = vec![(root, 0)];
            if std::mem::replace(&mut seen[root.index()], true) {
                continue;
            }
            while let Some((node, next)) = stack.last_mut() {
                // The last first, so that what follows a loop comes behind its body: else it would be gone through with every turn.
                let mut successors = self.successors(*node).iter().rev();
                match successors.nth(*next) {
                    Some(&target) => {
                        *next += 1;
                        if !std::mem::replace(&mut seen[target.index()], true) {
                            stack.push((target, 0));
                        }
                    }
                    None => {
                        finished.push(*node);
                        stack.pop();
                    }
                }
            }
        }
        for (position, node) in finished.iter().rev().enumerate() {
            self.order[node.index()] = position as u32;
        }
        for index in 0..self.nodes.len() {
            let id = NodeId(index as u32);
            for target in self.successors(id).to_vec() {
                if self.order[target.index()] <= self.order[index] {
                    self.is_head[target.index()] = true;
                }
            }
        }
        // What recursion hands over may grow without end.
        for (_, _, entry) in &self.summaries {
            self.is_head[entry.index()] = true;
        }
    }
}

struct Builder<'p> {
    program: &'p Program,
    instances: Vec<Instance>,
    nodes: Vec<Node>,
    /// Functions with calls that were not entered.
    open: Vec<FunctionId>,
    with_addresses: Vec<FunctionId>,
    summary_callers: FxHashMap<FunctionId, Vec<NodeId>>,
}

impl Builder<'_> {
    /// The nodes of a function in a context; its entry.
    fn instance(
        &mut self,
        function: FunctionId,
        caller: Option<(Context, Point)>,
        behind: Option<NodeId>,
    ) -> Option<NodeId> {
        let context = Context(self.instances.len() as u32);
        self.instances.push(Instance { function, caller });
        let blocks = self.program.function(function).blocks();
        if blocks.is_empty() {
            return None;
        }
        // The first node of each block, then the pieces behind calls.
        let first = self.nodes.len() as u32;
        let entry_of = |block: BlockId| NodeId(first + block.0);
        for block in 0..blocks.len() as u32 {
            let end = End::Stop;
            self.nodes.push(Node { context, block: BlockId(block), from: 0, to: 0, end });
        }
        for (number, block) in blocks.iter().enumerate() {
            let number = BlockId(number as u32);
            let mut node = entry_of(number);
            for (index, stmt) in block.stmts.iter().enumerate() {
                let index = index as u32;
                let StmtKind::Call { callee, .. } = &stmt.kind else { continue };
                let point = Point { function, block: number, index };
                let Some(callee) = self.entered(context, node, callee) else { continue };
                let behind = NodeId(self.nodes.len() as u32);
                let end = End::Stop;
                self.nodes.push(Node { context, block: number, from: index + 1, to: 0, end });
                let instance = Context(self.instances.len() as u32);
                let entry = self.instance(callee, Some((context, point)), Some(behind));
                self.nodes[node.index()].to = index;
                self.nodes[node.index()].end = match entry {
                    Some(entry) => End::Call { callee: instance, entry },
                    None => End::Stop,
                };
                node = behind;
            }
            self.nodes[node.index()].to = block.stmts.len() as u32;
            self.nodes[node.index()].end = match &block.terminator.kind {
                TerminatorKind::Return(_) => End::Return(behind),
                TerminatorKind::Unreachable => End::Stop,
                other => End::Terminator(other.successors().into_iter().map(entry_of).collect()),
            };
        }
        Some(entry_of(BlockId(0)))
    }

    /// The function whose body a call leads into, if it is to be followed.
    fn entered(&mut self, context: Context, node: NodeId, callee: &Callee) -> Option<FunctionId> {
        let Callee::Direct(id) = callee else {
            self.call_through_a_pointer(node);
            return None;
        };
        if !matches!(self.program.function(*id).body, Body::Blocks(_)) {
            return None;
        }
        let mut depth = 0;
        let mut at = Some(context);
        let mut recurs = false;
        let mut outermost = context;
        let mut around = Vec::new();
        while let Some(here) = at {
            let instance = &self.instances[here.0 as usize];
            recurs |= instance.function == *id;
            around.push(instance.function);
            depth += 1;
            outermost = here;
            at = instance.caller.map(|(caller, _)| caller);
        }
        // Instances that stand for many calls are not worth it: the next call is one of these.
        let most_nodes = match (recurs, outermost == Context(0)) {
            (false, _) => MOST_NODES,
            // Nodes of recursion that branches would grow exponentially.
            (true, true) if self.calls_of(around[0], &around) <= 1 => MOST_NODES_OF_RECURSION,
            (true, _) => 0,
        };
        if depth >= DEEPEST || self.nodes.len() >= most_nodes {
            self.leave_open(*id);
            self.summary_callers.entry(*id).or_default().push(node);
            return None;
        }
        Some(*id)
    }

    /// Calls in a function of any of some functions.
    fn calls_of(&self, function: FunctionId, called: &[FunctionId]) -> usize {
        let stmts = self.program.function(function).blocks().iter().flat_map(|block| &block.stmts);
        let is_one = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Call { callee: Callee::Direct(id), .. } if called.contains(id));
        stmts.filter(is_one).count()
    }

    fn leave_open(&mut self, function: FunctionId) {
        if !self.open.contains(&function) {
            self.open.push(function);
        }
    }

    /// The call may lead to each function whose address is taken.
    fn call_through_a_pointer(&mut self, node: NodeId) {
        if self.with_addresses.is_empty() {
            self.with_addresses = functions_with_addresses(self.program);
        }
        for function in self.with_addresses.clone() {
            self.leave_open(function);
            self.summary_callers.entry(function).or_default().push(node);
        }
    }
}

/// Functions with bodies whose address the program takes.
fn functions_with_addresses(program: &Program) -> Vec<FunctionId> {
    let mut taken: FxHashMap<FunctionId, ()> = FxHashMap::default();
    for function in &program.functions {
        function.walk(&mut |part| {
            if let ExprKind::FunctionAddr(id) = part.kind {
                taken.insert(id, ());
            }
        });
    }
    for global in &program.globals {
        for init in &global.init {
            if let whydunit_program::InitValue::FunctionAddr(id) = init.value {
                taken.insert(id, ());
            }
        }
    }
    let mut list: Vec<FunctionId> = taken.into_keys().collect();
    list.retain(|id| matches!(program.function(*id).body, Body::Blocks(_)));
    list.sort();
    list
}
