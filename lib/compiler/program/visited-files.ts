import type { ts } from './typescript.js';

/** Records the files that a reading looks at. The reading is out of date when one of them changes. */
export interface VisitedFiles {
  /** Records the file of a node. */
  visit(node: ts.Node): void;
  /** Runs a function, and returns its result with the files visited meanwhile. */
  visitedDuring<Result>(work: () => Result): {
    readonly result: Result;
    readonly files: ReadonlySet<string>;
  };
}

export function createVisitedFiles(): VisitedFiles {
  let visited = new Set<string>();
  return {
    visit: (node) => {
      visited.add(node.getSourceFile().fileName);
    },
    visitedDuring: (work) => {
      visited = new Set();
      const result = work();
      const files = visited;
      visited = new Set();
      return { result, files };
    },
  };
}
