import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    // @ts-expect-error A unit that is none.
    @Param({ maxSize: '10 Mbit' }) cover: UploadedFile,
    @Param({ maxSize: 0 }) back: UploadedFile,
    @Param({ mediaTypes: ['image'] }) spine: UploadedFile,
    @Param({ mediaTypes: [] }) inside: UploadedFile,
    @Param({ maxLength: 4 }) outside: UploadedFile,
  ) {}
}

// RR1006 at 15:5
// RR1006 at 16:5
// RR1006 at 17:5
// RR1006 at 18:5
// RR1006 at 19:5
