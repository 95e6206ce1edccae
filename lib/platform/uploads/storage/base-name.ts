/** For a file whose name has nothing but folders. */
const UNNAMED = 'unnamed';

/**
 * The base name of what a client sent as the name of a file: without folders of Unix or Windows, without
 * control characters, and never `.` or `..`.
 *
 * @example
 * baseNameOf('../../etc/passwd'); // 'passwd'
 * baseNameOf('C:\\fakepath\\a.png'); // 'a.png'
 */
export function baseNameOf(filename: string): string {
  const end = Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\'));
  const base = withoutControls(filename.slice(end + 1));
  return /^\.{0,2}$/.test(base.trim()) ? UNNAMED : base;
}

/** NUL ends a name in C, and a line break one in a header. */
function withoutControls(name: string): string {
  return name.replace(/\p{Cc}/gu, '');
}
