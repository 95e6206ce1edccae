import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(cover: UploadedFile) {}

  @RestRoute('', HttpMethod.Delete, new PublicAccess())
  remove(pages?: UploadedFile[]) {}
}

// RR1033 at 12:8
// RR1033 at 15:10
