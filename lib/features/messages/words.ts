import { Logger } from '@nestjs/common';
import type { RestException } from '../../diagnostics/rest.exception.js';
import {
  RestRequest,
  type OriginalTarget,
  type Parameters,
  type RequestData,
} from '../../routes/rest-request.js';
import { because, reportError } from '../../shared/report-error.js';
import type { FindText, Messages, Words } from '../../lifecycle/messages/error-format.js';
import type { Exchange } from '../../lifecycle/messages/exchange.js';
import { RequestContext } from '../../lifecycle/request-context.js';
import { MalformedParameters, parseParameters } from '../../lifecycle/messages/query-string.js';
import { NO_BODY } from '../../lifecycle/messages/body.js';
import { isObject } from '../../shared/records.js';
import type { IncomingHttpHeaders } from 'node:http';
import { wordError } from './word-error.js';

export function createWords(messages: Messages): Words {
  const logger = new Logger('RestModule');
  const worded = new WeakSet<RestException>();
  const findFor = (exchange: Exchange): FindText => {
    const { matched } = exchange;
    const request =
      matched instanceof RequestContext
        ? matched.request
        : new RestRequest(new UnmatchedRequest(exchange));
    return (code, data) => {
      try {
        const text: unknown = messages(code, data, request);
        return typeof text === 'string' ? text : undefined;
      } catch (error) {
        // The response keeps the text of the library.
        reportError(logger, because(`messages threw for ${code}.`, error), 'warn');
        return undefined;
      }
    };
  };
  return {
    word: (error, exchange) => {
      if (worded.has(error)) return error;
      const made = wordError(error, findFor(exchange));
      worded.add(made);
      return made;
    },
    to: (exchange) => {
      const find = findFor(exchange);
      return { find, word: (error) => wordError(error, find) };
    },
  };
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** The data of a request that no route of the library serves, such as one with an unknown path. */
class UnmatchedRequest implements RequestData {
  readonly route = '';
  readonly params = NONE;
  readonly arguments = NONE;

  constructor(private readonly exchange: Exchange) {}

  get method(): string {
    return this.exchange.method;
  }

  get original(): OriginalTarget {
    return this.exchange.original;
  }

  get path(): string {
    return this.exchange.path ?? '';
  }

  get headers(): IncomingHttpHeaders {
    return this.exchange.headers;
  }

  get raw(): unknown {
    return this.exchange.raw;
  }

  /** The user that a guard or middleware has found. */
  get user(): unknown {
    return isObject(this.raw) ? (Reflect.get(this.raw, 'user') as unknown) : undefined;
  }

  get query(): Parameters {
    try {
      return parseParameters(this.exchange.queryText);
    } catch (error) {
      if (error instanceof MalformedParameters) return NO_BODY.value;
      throw error;
    }
  }

  get body(): RequestData['body'] {
    const { body } = this.exchange;
    return body.kind === 'rejected' ? NO_BODY : body;
  }
}
