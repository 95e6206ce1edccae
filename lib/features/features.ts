import type { Feature } from '../nest/composition/feature.js';
import { abort } from './abort/index.js';
import { batch } from './batch/index.js';
import { bindings } from './bindings/index.js';
import { calls } from './calls/index.js';
import { caching } from './caching/index.js';
import { contexts } from './contexts/index.js';
import { declared } from './declared/index.js';
import { deprecation } from './deprecation/index.js';
import { dispatcher } from './dispatcher/index.js';
import { embed } from './embed/index.js';
import { envelope } from './envelope/index.js';
import { ERROR_FEATURES } from './error-features.js';
import { fields } from './fields/index.js';
import { idempotency } from './idempotency/index.js';
import { index } from './index/index.js';
import { iterables } from './iterables/index.js';
import { links } from './links/index.js';
import { plain } from './plain/index.js';
import { preconditions } from './preconditions/index.js';
import { ranges } from './ranges/index.js';
import { spelling } from './spelling/index.js';
import { startupWarnings } from './startup-warnings/index.js';
import { streams } from './streams/index.js';
import { tool } from './tool/index.js';
import { uploads } from './uploads/index.js';
import { valueClasses } from './value-classes/index.js';
import { versions } from './versions/index.js';

/**
 * The features of the library. Their order counts where several have the same place of a request: the first one around a
 * method is the outermost, and links have their roots before `_fields` picks and `_embed` follows them.
 */
export const FEATURE_LIST: readonly Feature[] = [
  spelling,
  plain,
  valueClasses,
  deprecation,
  uploads,
  caching,
  abort,
  idempotency,
  iterables,
  contexts,
  declared,
  versions,
  links,
  fields,
  embed,
  envelope,
  preconditions,
  streams,
  ranges,
  batch,
  tool,
  index,
  dispatcher,
  calls,
  bindings,
  startupWarnings,
  ...ERROR_FEATURES,
];
