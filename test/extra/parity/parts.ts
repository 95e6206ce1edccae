import type { Part } from './part.js';
import { decorators } from './parts/decorators.js';
import { express } from './parts/express.js';
import { filters } from './parts/filters.js';
import { guards } from './parts/guards.js';
import { hooks } from './parts/hooks.js';
import { interceptors } from './parts/interceptors.js';
import { middleware } from './parts/middleware.js';
import { modules } from './parts/modules.js';
import { packagesOfExpress } from './parts/packages-of-express.js';
import { packagesOfFastify } from './parts/packages-of-fastify.js';
import { pipes } from './parts/pipes.js';
import { settings } from './parts/settings.js';

/** The catalogue: parts as users write and publish them. */
export const PARTS: readonly Part[] = [
  ...middleware,
  ...express,
  ...packagesOfExpress,
  ...hooks,
  ...packagesOfFastify,
  ...guards,
  ...interceptors,
  ...pipes,
  ...filters,
  ...decorators,
  ...settings,
  ...modules,
];
