export type {
  ArgumentDeclaration,
  CacheDeclaration,
  ClassHandle,
  ClassReaders,
  ClassTraits,
  ControllerDeclaration,
  DeclaredType,
  Hydration,
  ParameterDeclaration,
  ParameterSource,
  PermissionDeclaration,
  RouteDeclaration,
  ValueClassReader,
} from '../declaration/route-declaration.js';
export { HTTP_METHODS, HttpMethod } from '../declaration/http-method.js';
export {
  checkController,
  type CheckedController,
  type CheckedRoute,
} from '../../rules/check-controller.js';
export { checkTable } from '../../rules/check-table.js';
export {
  SIGNATURE_FORMAT,
  SIGNATURE_KEY,
  type AttachedSignature,
  type ClassReference,
  type ClassSignature,
  type MethodSignature,
  type ParameterSignature,
  type TypeSignature,
} from './method-signature.js';
export {
  enumValues,
  type DeclaredTypeName,
  type EnumSource,
  type ListLimits,
  type ParamOptions,
} from '../declaration/param-options.js';
export {
  isPathTemplate,
  pathParts,
  placeholdersOf,
  type PathPart,
} from '../paths/path-template.js';
