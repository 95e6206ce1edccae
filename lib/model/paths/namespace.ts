const NAMESPACE = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;

/** Whether a text can be a namespace: path segments without a slash at either end. */
export function isNamespace(text: unknown): text is string {
  return typeof text === 'string' && NAMESPACE.test(text);
}
