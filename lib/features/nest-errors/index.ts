import { dataReply } from '../../lifecycle/messages/reply.js';
import type { Feature } from '../../nest/composition/feature.js';
import { asNestException, nestBodyOf } from './nest-exception.js';

/** Errors in the format of Nest: `{ message, error, statusCode }`, and as Nest's exceptions for filters. */
export const nestErrors: Feature = {
  name: 'nest-errors',
  errorFormat: {
    name: 'nest',
    reply: (error, origin = error, texts) => {
      const { status, body } = nestBodyOf(error, origin, texts);
      return dataReply(body, status, {});
    },
    convert: asNestException,
  },
};
