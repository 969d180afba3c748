// The driver's requests: what ioctl does on its device.
#ifndef SOFTKFD_REQUESTS_H
#define SOFTKFD_REQUESTS_H

// Carries out a request of type 'K' with its argument. 0 or an errno.
int sk_request(unsigned number, void* argument);

#endif
