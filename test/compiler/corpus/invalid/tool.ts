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
  @RestRoute('/name', HttpMethod.Get, new PublicAccess(), { tool: { name: 'a name' } })
  name() {}

  @RestRoute('/events', HttpMethod.Get, new PublicAccess(), { tool: true })
  events(): EventStream {
    return new EventStream([]);
  }

  @RestRoute('/either', HttpMethod.Get, new PublicAccess(), { tool: true })
  async either(live: boolean): Promise<EventStream | string> {
    return live ? new EventStream([]) : '';
  }

  @RestRoute('/cover', HttpMethod.Post, new PublicAccess(), { tool: { title: 'Cover' } })
  cover(file: UploadedFile) {}

  @RestRoute('/covers', HttpMethod.Post, new PublicAccess(), { tool: true })
  covers(files: UploadedFile[]) {}

  @RestRoute('/optional', HttpMethod.Post, new PublicAccess(), { tool: true })
  optional(file?: UploadedFile) {}

  @RestRoute('/no', HttpMethod.Get, new PublicAccess(), { tool: false })
  no(): EventStream {
    return new EventStream([]);
  }

  @RestRoute('/hints', HttpMethod.Post, new PublicAccess(), {
    tool: { annotations: { readOnly: true } as object },
  })
  hints() {}
}

// RR1070 at 12:59
// RR1072 at 15:61
// RR1072 at 20:61
// RR1072 at 25:61
// RR1072 at 28:62
// RR1038 at 39:61
