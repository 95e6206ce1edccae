import type { Feature } from '../../nest/composition/feature.js';
import { rejectOption } from '../../nest/options/option-values.js';
import { createWords } from './words.js';

/** The texts of errors in words of the application: `forRoot({ messages })`. */
export const messages: Feature = {
  name: 'messages',
  options: { messages: true },
  words: ({ messages: stated }) => {
    if (stated === undefined) return undefined;
    if (typeof stated === 'function') return createWords(stated);
    return rejectOption('messages', 'a function of code, data and request', stated);
  },
};
