import { cachedMethodRule } from './caching/cached-method.rule.js';
import { durationRule } from './caching/duration.rule.js';
import { storableResponseRule } from './caching/storable-response.rule.js';
import { takenArgumentsRule } from './caching/taken-arguments.rule.js';
import { varyRule } from './caching/vary.rule.js';
import { baseRule } from './controllers/base.rule.js';
import { namespaceRule } from './controllers/namespace.rule.js';
import { signatureRule } from './controllers/signature.rule.js';
import { versionRule } from './controllers/version.rule.js';
import { batchRule } from './routes/batch.rule.js';
import { declaredResponseRule } from './routes/declared-response.rule.js';
import { fileDecoratorRule } from './files/file-decorator.rule.js';
import { fileMethodRule } from './files/file-method.rule.js';
import { callbackArgumentRule } from './routes/callback-argument.rule.js';
import { controllerRule } from './routes/controller.rule.js';
import { callbackMatchRule, matchRule } from './routes/match.rule.js';
import { methodRule } from './routes/method.rule.js';
import { nameRule } from './routes/name.rule.js';
import { nestDecoratorRule } from './routes/nest-decorator.rule.js';
import { pathRule } from './routes/path.rule.js';
import { callbackMethodRule, permissionRule } from './routes/permission.rule.js';
import { placeholderRule } from './routes/placeholder.rule.js';
import { callbackProviderRule, providerRule } from './routes/provider.rule.js';
import type { CallbackRule, ControllerRule, RouteRule, TableRule } from './rule.js';
import { repeatedRouteRule } from './table/repeated-route.rule.js';

/** The rules of a controller, in the order in which their diagnostics are listed. */
export const CONTROLLER_RULES: readonly ControllerRule[] = [
  namespaceRule,
  signatureRule,
  versionRule,
  baseRule,
];

/** The rules of a route, in the order in which their diagnostics are listed. */
export const ROUTE_RULES: readonly RouteRule[] = [
  controllerRule,
  pathRule,
  methodRule,
  placeholderRule,
  matchRule,
  nameRule,
  permissionRule,
  fileMethodRule,
  cachedMethodRule,
  durationRule,
  varyRule,
  takenArgumentsRule,
  storableResponseRule,
  providerRule,
  nestDecoratorRule,
  fileDecoratorRule,
  batchRule,
  declaredResponseRule,
];

/** The rules of a callback of the permission of a route, in the order in which their diagnostics are listed. */
export const CALLBACK_RULES: readonly CallbackRule[] = [
  callbackMethodRule,
  callbackArgumentRule,
  callbackMatchRule,
  callbackProviderRule,
];

/** The rules between the controllers of one namespace. */
export const TABLE_RULES: readonly TableRule[] = [repeatedRouteRule];
