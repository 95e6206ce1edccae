import { distinctCode, RestException, type ErrorData } from '../../diagnostics/rest.exception.js';
import type { FindText } from '../../lifecycle/messages/error-format.js';
import { NullRecord } from '../../shared/records.js';

/** The entry of an argument in `data.details`. */
interface Detail {
  readonly code: string;
  readonly message: string;
  readonly data: object | null;
  /** Of class-validator: `isEmail`. */
  readonly rule?: string;
  /** The violations of several rules of class-validator. */
  readonly violations?: readonly { readonly message: string; readonly rule?: string }[];
}

/**
 * The error with the texts that are found for it; the same error if none is. Errors of the application have texts of
 * the application, and stay the same.
 */
export function wordError(error: RestException, find: FindText): RestException {
  const content = RestException.contentOf(error);
  if (content === undefined) return error;
  const status = error.getStatus();
  const { places, hints: _hints, ...rest } = content;
  const data = wordDetails(error.data, places, find);
  const code = distinctCode(error);
  const message = find(code, { status, ...error.data, ...rest });
  if (message === undefined && data === error.data) return error;
  const { problemType: type } = error;
  const options = type === undefined ? {} : { type };
  const args = [error.code, message ?? error.message, status, data, options];
  // The class stays: a filter may be for `InvalidArgument`.
  const worded = Reflect.construct(RestException, args, error.constructor) as RestException;
  return RestException.withContent(worded, content);
}

function wordDetails(
  data: ErrorData,
  places: ReadonlyMap<string, string> | undefined,
  find: FindText,
): ErrorData {
  const { details: stated } = data as { readonly details?: Readonly<Record<string, Detail>> };
  if (stated === undefined) return data;
  const params = new NullRecord<string>();
  const details = new NullRecord<Detail>();
  for (const [argument, detail] of Object.entries(stated)) {
    const worded = wordDetail(detail, places?.get(argument) ?? argument, find);
    params[argument] = worded.message;
    details[argument] = worded;
  }
  return { ...data, params, details };
}

function wordDetail(detail: Detail, name: string, find: FindText): Detail {
  const textOf = ({ message, rule }: Pick<Detail, 'message' | 'rule'>): string =>
    find(detail.code, { ...detail.data, name, ...(rule === undefined ? {} : { rule }) }) ?? message;
  const { violations } = detail;
  if (violations === undefined) return { ...detail, message: textOf(detail) };
  const worded = violations.map((one) => ({ ...one, message: textOf(one) }));
  return {
    ...detail,
    message: worded.map(({ message }) => message).join('; '),
    violations: worded,
  };
}
