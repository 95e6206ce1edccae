import { Logger } from '@nestjs/common';
import type { Feature } from '../../nest/composition/feature.js';
import { choiceOf } from '../../nest/options/settings.js';
import { logText } from '../../shared/log-text.js';
import { declaredStep } from './declared.step.js';
import { rejectDifferences, reportDifferences } from './response-policy.js';

/** Declared responses: only the properties of the return type are sent. */
export const declared: Feature = {
  name: 'declared',
  options: { responses: true },
  extension: ({ options }) => {
    const logger = new Logger('RestModule');
    const policy = {
      byDefault: choiceOf(options, 'responses'),
      // A difference is an error in development, and only a warning in production.
      onDifference:
        process.env['NODE_ENV'] === 'production'
          ? reportDifferences((text) => logger.warn(logText(text)))
          : rejectDifferences,
    };
    return { around: (endpoint, perform) => declaredStep(endpoint, perform, policy) };
  },
};
