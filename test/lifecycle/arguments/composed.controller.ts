import type { int } from 'nestjs-rest-routes';
import { Composed, Page, Read, Slug, Spread, Tags } from './composed.js';

interface Paging {
  /** @minimum 1 */
  size: int;
}

/** The library is used only through decorators of another file. */
@Composed()
export class ComposedController {
  @Read('/pages')
  pages(@Page() page: int = 3) {
    return page;
  }

  @Read('/plain')
  plain(n: int = 3) {
    return n;
  }

  @Read('/tags')
  tags(@Tags() tags: string[]) {
    return tags;
  }

  @Read('/spread')
  spread(@Spread() paging: Paging) {
    return paging;
  }

  @Read('/words/{word}')
  word(@Slug() word: string) {
    return word;
  }
}
