import {
  cachedMethodRule,
  durationRule,
  storableResponseRule,
  takenArgumentsRule,
  varyRule,
} from './cache.rules.js';
import {
  baseRule,
  namespaceRule,
  signatureRule,
  versionRule,
  controllerRule,
} from './controller.rules.js';
import { batchRule, declaredResponseRule } from './options.rules.js';
import { fileDecoratorRule, fileMethodRule } from './file.rules.js';
import {
  callbackArgumentRule,
  callbackMethodRule,
  permissionRule,
  callbackProviderRule,
  providerRule,
} from './permission.rules.js';
import {
  callbackMatchRule,
  matchRule,
  methodRule,
  nameRule,
  nestDecoratorRule,
  pathRule,
  placeholderRule,
} from './route.rules.js';
import type { CallbackRule, ControllerRule, RouteRule, TableRule } from './rule.js';
import { repeatedRouteRule } from './repeated-route.rule.js';

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
