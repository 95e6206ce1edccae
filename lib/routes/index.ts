export { compileController, type CompileContext } from './compile-route.js';
export type {
  ArgumentDefinition,
  ParameterPlan,
  PermissionDefinition,
  RouteDefinition,
} from './definition.js';
export type { PathPattern } from './path-pattern.js';
export {
  buildTable,
  MALFORMED_PATH,
  NO_MATCH,
  type PathGroup,
  type PathMatch,
  type RouteTable,
  type TableEntry,
} from './route-table.js';
