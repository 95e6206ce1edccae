import type { Feature } from '../../nest/composition/feature.js';
import { RestDispatcher } from './rest-dispatcher.js';

/** `RestDispatcher`: requests of the application to its own routes. */
export const dispatcher: Feature = {
  name: 'dispatcher',
  providers: [RestDispatcher],
  exports: [RestDispatcher],
};
