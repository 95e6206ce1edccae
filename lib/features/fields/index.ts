import type { Feature } from '../../nest/composition/feature.js';
import { checkFields, hasFieldsInBody, pickFieldsStep } from './fields.js';

/** `_fields`: a client chooses the properties of a response. */
export const fields: Feature = {
  name: 'fields',
  extension: ({ parameters, options }) =>
    parameters.has('_fields')
      ? {
          parameters: { check: checkFields, isInBody: hasFieldsInBody },
          onData: { when: 'parameters', step: pickFieldsStep(options.links?.inFields === 'named') },
        }
      : undefined,
};
