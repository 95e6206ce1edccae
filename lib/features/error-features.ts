import type { Feature } from '../nest/composition/feature.js';
import { messages } from './messages/index.js';
import { nestErrors } from './nest-errors/index.js';
import { problem } from './problem/index.js';

/** The features of errors. They are a list of their own because `RestExceptionFilter` also works without `RestModule`. */
export const ERROR_FEATURES: readonly Feature[] = [problem, nestErrors, messages];
