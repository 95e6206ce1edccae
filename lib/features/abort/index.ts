import type { Feature } from '../../nest/composition/feature.js';
import { deadlineOption } from './deadline-option.js';
import { abortAll, runStep, type Run } from './run.step.js';

/** `AbortSignal` as a parameter, and `deadline`. */
export const abort: Feature = {
  name: 'abort',
  routeOptions: [deadlineOption],
  injects: ['AbortSignal'],
  extension: ({ host, internalError }) => {
    const running = new Set<Run>();
    let timer: NodeJS.Timeout | undefined;
    host.onClosing((limitMs) => {
      // Most requests end by themselves. The others have the second half for their response.
      timer = setTimeout(() => abortAll(running), limitMs / 2).unref();
    });
    host.onClosed(() => clearTimeout(timer));
    const context = { running, internalError };
    return { around: (endpoint, perform) => runStep(endpoint, perform, context) };
  },
};
