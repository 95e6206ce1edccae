import { RestRequest, type RequestParts } from '../../model/request/rest-request.js';
import { ObservedReads } from './observed-reads.js';

/** What the URL has: another cache keeps the responses of two URLs apart. */
const URL_PARTS: ReadonlySet<string | symbol> = new Set([
  'method',
  'path',
  'route',
  'params',
  'query',
  'arguments',
]);

/** A request whose caller is identified for a response that other caches may keep. */
export interface NotedCaller {
  /** `undefined` where nothing was noted: see `callerHeadersOf`. */
  callerReads: CallerReads | undefined;
}

/** Notes what of a request identifies its caller. */
export class CallerReads {
  /** `caller` gets the user: what `user` has read to identify that user is noted here too. */
  readonly #reads = new ObservedReads(URL_PARTS, 'user');

  /** The request as the option `user` or `caller` gets it. */
  observe(parts: RequestParts): RestRequest {
    return new RestRequest(this.#reads.observe(parts, parts.headers));
  }

  /**
   * The headers that identified the caller; `undefined` where it may have been anything else, such as the
   * certificate of the connection, the address, or what a guard has set.
   */
  get headers(): readonly string[] | undefined {
    const { headerNames, hasReadUrl } = this.#reads;
    const isKnown = headerNames !== undefined && (headerNames.length > 0 || hasReadUrl);
    return isKnown ? headerNames : undefined;
  }
}

/** `undefined` where nothing was noted: the application states the headers, or the request is in process. */
export function callerHeadersOf({
  callerReads,
}: NotedCaller): readonly string[] | 'unknown' | undefined {
  return callerReads === undefined ? undefined : (callerReads.headers ?? 'unknown');
}
