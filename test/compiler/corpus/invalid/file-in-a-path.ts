import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{cover}', HttpMethod.Post, new PublicAccess())
  create(cover: UploadedFile) {}
}

// RR1005 at 12:10
