import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { appendLink, type ResponseHeaders } from '../../lifecycle/messages/rest-response.js';

/** A reply of Fastify, which keeps headers besides those of Node's response. */
interface HeaderReply {
  getHeader(name: string): OutgoingHttpHeader | undefined;
  removeHeader(name: string): unknown;
  header(name: string, value: string | string[]): unknown;
}

/** A response of Node, and on Fastify the reply around it. */
export interface HeaderTarget {
  readonly node: ServerResponse;
  readonly reply?: HeaderReply | undefined;
}

/** Remembers headers that are about to be set. The returned function restores them. */
export function rememberHeaders(
  { node, reply }: HeaderTarget,
  names: readonly string[],
): () => void {
  const remembered = names.map((name) => ({
    name,
    ofReply: reply?.getHeader(name),
    ofNode: node.getHeader(name),
  }));
  return () => {
    if (node.headersSent) return;
    for (const { name, ofReply, ofNode } of remembered) {
      reply?.removeHeader(name);
      node.removeHeader(name);
      if (ofNode !== undefined) node.setHeader(name, ofNode);
      // A reply also shows the headers of its response.
      if (ofReply === undefined || String(ofReply) === String(ofNode)) continue;
      reply?.header(name, Array.isArray(ofReply) ? ofReply : String(ofReply));
    }
  };
}

/**
 * Sets headers for the application to read them, beside the cookies, links and names of `Vary` that the response has
 * already. The returned function takes them back. What the application has added to them since then stays.
 */
export function showHeaders(target: HeaderTarget, headers: Readonly<ResponseHeaders>): () => void {
  if (target.node.headersSent) return () => undefined;
  const shown = Object.entries(headers).map(([name, value]) => showHeader(target, name, value));
  return () => {
    for (const hide of shown.splice(0)) hide();
  };
}

function showHeader(
  target: HeaderTarget,
  name: string,
  value: string | readonly string[],
): () => void {
  const restore = rememberHeaders(target, [name]);
  const before = linesOf(target, name);
  const own = [value].flat();
  const all = name === 'set-cookie' ? [...before, ...own] : own;
  const isList = name === 'link' || name === 'vary';
  const text = isList ? [...before, ...own].join(', ') : undefined;
  setHeader(target, name, text ?? [...all]);
  const shown = String(text ?? all);
  return () => {
    const now = linesOf(target, name);
    if (String(now) === shown) return restore();
    if (target.node.headersSent) return;
    if (name === 'set-cookie') {
      const others = now.filter((line) => !own.includes(line));
      if (others.length > 0) setHeader(target, name, others);
      else (target.reply ?? target.node).removeHeader(name);
    } else if (text !== undefined && String(now).startsWith(`${text}, `)) {
      const added = String(now).slice(text.length + 2);
      setHeader(target, name, appendLink(before.length === 0 ? undefined : [...before], added));
    }
  };
}

function linesOf({ node, reply }: HeaderTarget, name: string): readonly string[] {
  const value = reply?.getHeader(name) ?? node.getHeader(name);
  const all = [value ?? []].flat().map(String);
  if (reply === undefined || name !== 'set-cookie') return all;
  // Middleware adds cookies to the response of Node, and both are sent.
  return [...new Set([...[node.getHeader(name) ?? []].flat().map(String), ...all])];
}

function setHeader({ node, reply }: HeaderTarget, name: string, value: string | string[]): void {
  const one = Array.isArray(value) && value.length === 1 ? (value[0] ?? '') : value;
  if (reply === undefined) node.setHeader(name, one);
  // Fastify adds to this header, and replaces all others.
  else {
    if (name === 'set-cookie') reply.removeHeader(name);
    reply.header(name, one);
  }
}
