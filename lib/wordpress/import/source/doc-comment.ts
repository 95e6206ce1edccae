const WIDTH = 90;

/**
 * A docstring of lines; empty for none. Each line may be longer than the width.
 *
 * @param indent What stands before each line.
 */
export function docComment(lines: readonly string[], indent: string): string {
  const [first] = lines;
  if (first === undefined) return '';
  if (lines.length === 1 && first.length + indent.length < WIDTH)
    return `${indent}/** ${first} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/**
 * A foreign text as the text of a docstring, in lines: it cannot end the docstring, begin a tag or a link, or
 * leave its line.
 */
export function docLines(text: string | undefined): readonly string[] {
  return wrapped(docText(text));
}

/** The same in one line. */
export function docText(text: string | undefined): string {
  return (text ?? '')
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('*/', '*\\/')
    .replace(/(^|[\s{])@/g, '$1\\@')
    .trim();
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
