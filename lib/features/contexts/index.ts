import type { Feature } from '../../nest/composition/feature.js';
import { contextStep } from './context.step.js';

/**
 * `context`: a route with an argument of this name sends only the properties that belong to its value, by `@context` of
 * the return type or by the stated schema.
 *
 * @see WordPress, `rest_filter_response_by_context`
 */
export const contexts: Feature = {
  name: 'contexts',
  extension: () => ({ around: contextStep }),
};
