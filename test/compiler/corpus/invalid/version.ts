import { StreamableFile } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';

interface Item {
  title: string;
  updatedAt: Date;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/one', HttpMethod.Get, new PublicAccess(), { version: 'updatedAt' })
  one(): Item {
    return { title: '', updatedAt: new Date() };
  }

  @RestRoute('/misspelt', HttpMethod.Get, new PublicAccess(), { version: 'updateAt' })
  async misspelt(): Promise<Item> {
    return this.one();
  }

  @RestRoute('/list', HttpMethod.Get, new PublicAccess(), { version: 'updatedAt' })
  list(): Item[] {
    return [];
  }

  @RestRoute('/bytes', HttpMethod.Get, new PublicAccess(), { version: 'updatedAt' })
  bytes(): StreamableFile {
    return new StreamableFile(Buffer.from('a'));
  }

  @RestRoute('/items', HttpMethod.Get, new PublicAccess(), { version: 'updatedAt' })
  async *items(): AsyncGenerator<Item> {}

  @RestRoute('/static', HttpMethod.Get, new PublicAccess(), { version: Subject.versionOf })
  byFunction(): Item[] {
    return [];
  }

  @RestRoute('/blind', HttpMethod.Put, new PublicAccess(), { version: 'updatedAt' })
  blind(title: string): void {}

  @RestRoute('/seeing', HttpMethod.Put, new PublicAccess(), { version: 'updatedAt' })
  seeing(title: string, request: RestRequest): void {}

  static versionOf(items: Item[]): number {
    return items.length;
  }
}

// RR1080 at 22:63
// RR1080 at 27:59
// RR1080 at 32:60
// RR1080 at 37:60
// RR1081 at 45:60
