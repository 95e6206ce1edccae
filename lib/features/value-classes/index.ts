import type { Feature } from '../../nest/composition/feature.js';
import { isValidated } from './class-validator.js';

/** Arguments that are instances of classes, with the rules of class-validator and class-transformer. */
export const valueClasses: Feature = {
  name: 'value-classes',
  classes: {
    isValidated,
    // An application without such arguments does not load it.
    load: async (unknown) => (await import('./value-classes.js')).loadValueClasses(unknown),
  },
};
