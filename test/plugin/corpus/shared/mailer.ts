export default class SmtpMailer {}
