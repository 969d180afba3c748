// Calls one runtime and nothing else; the library it is linked to decides what happens.
void hsa_mock(const char* text);

int main(void) {
    hsa_mock("call");
    return 0;
}
