import { Logger } from '@nestjs/common';
import type { Feature } from '../../nest/composition/feature.js';
import type { StartupParts } from '../../nest/composition/startup-check.js';
import { choiceOf } from '../../nest/options/styles.js';
import type { Route } from '../../routes/route.js';
import { logText } from '../../shared/log-text.js';
import { declaredStep } from './declared.step.js';
import { rejectDifferences, reportDifferences } from './response-policy.js';
import { responsesOption } from './responses-option.js';

/** Declared responses: only the properties of the return type are sent. */
export const declared: Feature = {
  name: 'declared',
  options: { responses: true },
  routeOptions: [responsesOption],
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
  checks: () => [{ warns: warnUndeclared }],
};

/**
 * Warns once about the routes whose return types do not describe the response, if the application uses declared
 * responses: they send the value that their method returns. A route that states it itself has been rejected before.
 */
function warnUndeclared({
  options,
  routes,
}: Pick<StartupParts, 'options' | 'routes'>): string | undefined {
  if (choiceOf(options, 'responses') !== 'declared') return undefined;
  const unstated = [...routes.keys()].flatMap((route) => {
    const reason = route.options.responses === undefined ? unstatedBy(route) : undefined;
    return reason === undefined ? [] : [`${route.handler}: ${reason}`];
  });
  if (unstated.length === 0) return undefined;
  return `responses: 'declared' does not apply to routes whose return types do not say which properties leave; they send all. State the type, or { responses: 'returned' } on the route. ${unstated.join('; ')}.`;
}

function unstatedBy(route: Route): string | undefined {
  const response = route.declaredResponse();
  return response === undefined ? 'no return type' : response.unstated[0];
}
