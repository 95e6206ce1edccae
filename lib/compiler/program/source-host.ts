import { mentionsTags } from '../tags/mentions-tags.js';
import { ts } from './typescript.js';

/** A compiler host that parses every file once, and again only after the file changed. */
export interface SourceHost extends ts.CompilerHost {
  /** Uses a text instead of the file on the disk. */
  replace(fileName: string, text: string): void;
  /** Reads the file from the disk next time; returns whether it had been parsed. */
  forget(fileName: string): boolean;
}

export function createSourceHost(options: ts.CompilerOptions): SourceHost {
  const host = ts.createCompilerHost(options);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const replaced = new Map<string, string>();
  const readFile = (fileName: string) => replaced.get(fileName) ?? host.readFile(fileName);
  return {
    ...host,
    readFile,
    getSourceFile: (fileName, language) => {
      if (!parsed.has(fileName))
        parsed.set(fileName, parse(fileName, readFile(fileName), language));
      return parsed.get(fileName);
    },
    replace: (fileName, text) => {
      replaced.set(fileName, text);
      parsed.delete(fileName);
    },
    forget: (fileName) => {
      replaced.delete(fileName);
      return parsed.delete(fileName);
    },
  };
}

type Language = ts.ScriptTarget | ts.CreateSourceFileOptions;

function parse(
  fileName: string,
  text: string | undefined,
  language: Language,
): ts.SourceFile | undefined {
  return text === undefined
    ? undefined
    : ts.createSourceFile(fileName, text, withoutUnusedDocs(fileName, text, language));
}

/** The docstrings of a declaration file are read for their tags only; parsing others would be wasted. */
function withoutUnusedDocs(fileName: string, text: string, language: Language): Language {
  if (typeof language !== 'object' || !/\.d\.[cm]?ts$/.test(fileName)) return language;
  if (mentionsTags(text)) return language;
  return { ...language, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
}
