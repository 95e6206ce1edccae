import { HttpMethod } from '../../model/declaration/http-method.js';
import type { RouteDescription } from '../../model/description/route-description.js';
import { joinOperations } from './join-operations.js';
import type { WholeOperation } from './open-api-types.js';
import { operationOf, shapeOf, type OperationContext } from './operation.js';

/** The operations of each path, with their request bodies. */
export type WholePaths = Readonly<Record<string, Readonly<Record<string, WholeOperation>>>>;

/**
 * All operations by path. OpenAPI takes `/items/{id}` and `/items/{slug}` for the same path: the first
 * route names it, and two operations of the same method become one.
 */
export function pathsOf(
  routes: readonly RouteDescription[],
  shared: Omit<OperationContext, 'postShapes'>,
): WholePaths {
  const posting = routes.filter(({ methods }) => methods.includes(HttpMethod.Post));
  const context = { ...shared, postShapes: new Set(posting.map(({ path }) => shapeOf(path))) };
  const paths = new OperationsByPath();
  for (const route of routes) {
    for (const method of route.methods) {
      paths.add(route.path, method.toLowerCase(), operationOf(route, method, context));
    }
  }
  return paths.items();
}

interface NamedPath {
  readonly path: string;
  readonly operations: Map<string, WholeOperation>;
}

/** Collects operations. Paths that differ only in the names of their placeholders are one path. */
class OperationsByPath {
  readonly #byShape = new Map<string, NamedPath>();
  readonly #ids = new Set<string>();

  add(path: string, method: string, operation: WholeOperation): void {
    const known = this.#pathLike(path);
    const own = renamePathParameters(operation, renaming(path, known.path));
    const other = known.operations.get(method);
    known.operations.set(
      method,
      other === undefined ? this.#withUniqueId(own) : joinOperations(other, own),
    );
  }

  items(): WholePaths {
    return Object.fromEntries(
      [...this.#byShape.values()].map(({ path, operations }) => [
        path,
        Object.fromEntries(operations),
      ]),
    );
  }

  #pathLike(path: string): NamedPath {
    const shape = shapeOf(path);
    const known = this.#byShape.get(shape) ?? {
      path,
      operations: new Map<string, WholeOperation>(),
    };
    this.#byShape.set(shape, known);
    return known;
  }

  /** Two versions may have classes and methods of the same names. */
  #withUniqueId(operation: WholeOperation): WholeOperation {
    const { operationId: id } = operation;
    let operationId = id;
    for (let count = 2; this.#ids.has(operationId); count += 1) operationId = `${id}_${count}`;
    this.#ids.add(operationId);
    return { ...operation, operationId };
  }
}

/** Maps the placeholders of one path to those at the same positions of another. */
function renaming(from: string, to: string): ReadonlyMap<string, string> {
  const names = placeholders(to);
  return new Map(placeholders(from).map((name, index) => [name, names[index] ?? name]));
}

function placeholders(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function renamePathParameters(
  operation: WholeOperation,
  names: ReadonlyMap<string, string>,
): WholeOperation {
  if (operation.parameters === undefined) return operation;
  const parameters = operation.parameters.map((parameter) =>
    parameter.in === 'path'
      ? { ...parameter, name: names.get(parameter.name) ?? parameter.name }
      : parameter,
  );
  return { ...operation, parameters };
}
