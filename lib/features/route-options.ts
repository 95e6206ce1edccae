import type { RouteOption } from '../routes/rule.js';
import { deadlineOption } from './abort/deadline-option.js';
import { batchOption } from './batch/batch-option.js';
import { responsesOption } from './declared/responses-option.js';
import { idempotentOption } from './idempotency/idempotent-option.js';
import { toolOption } from './tool/tool-option.js';
import { versionOption } from './versions/version-option.js';

/** The options of `@RestRoute` that features read, for the build, which loads nothing else of them. */
export const ROUTE_OPTION_LIST: readonly RouteOption[] = [
  batchOption,
  responsesOption,
  toolOption,
  idempotentOption,
  versionOption,
  deadlineOption,
];
