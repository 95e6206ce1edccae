import { cacheCheck } from './cache.check.js';
import { permissionCheck } from './permission.check.js';
import type { PlainCheck } from './plain-check.js';

/** The checks of handlers of plain controllers, in the order in which their diagnostics are listed. */
export const PLAIN_CHECKS: readonly PlainCheck[] = [permissionCheck, cacheCheck];
