import { StreamableFile } from '@nestjs/common';
import {
  EventStream,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/get', HttpMethod.Get, new PublicAccess(), { idempotent: true })
  get() {}

  @RestRoute('/both', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), { idempotent: {} })
  both() {}

  @RestRoute('/events', HttpMethod.Post, new PublicAccess(), { idempotent: true })
  async events(live: boolean): Promise<EventStream | string> {
    return live ? new EventStream([]) : '';
  }

  @RestRoute('/bytes', HttpMethod.Post, new PublicAccess(), { idempotent: { required: true } })
  bytes(): StreamableFile {
    return new StreamableFile(Buffer.from('a'));
  }

  @RestRoute('/cover', HttpMethod.Post, new PublicAccess(), { idempotent: true })
  cover(file?: UploadedFile) {}

  @RestRoute('/lines', HttpMethod.Post, new PublicAccess(), { idempotent: true })
  async *lines(): AsyncIterableIterator<string> {}

  @RestRoute('/zero', HttpMethod.Post, new PublicAccess(), { idempotent: { ttl: '0s' } })
  zero() {}

  @RestRoute('/name', HttpMethod.Put, new PublicAccess(), { idempotent: { tll: '1h' } as object })
  name() {}

  @RestRoute('/no', HttpMethod.Get, new PublicAccess(), { idempotent: false })
  no() {}

  @RestRoute('/yes', HttpMethod.Patch, new PublicAccess(), { idempotent: { ttl: '7d' } })
  yes(): string {
    return '';
  }
}

// RR1079 at 13:58
// RR1079 at 16:78
// RR1079 at 19:62
// RR1079 at 24:61
// RR1079 at 29:61
// RR1079 at 32:61
// RR1038 at 35:60
// RR1038 at 38:59
