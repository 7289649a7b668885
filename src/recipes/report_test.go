package report

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// standIn is like httptest.NewServer: it gives the URL of a server that is gone after the test.
func standIn(t *testing.T) string {
	// An existing server, such as that of `abuse-feed matrix`.
	if url := os.Getenv("ABUSE_FEED_BASE_URL"); url != "" {
		return url
	}
	// It ends when its standard input does, so also when the tests are killed.
	server := exec.Command("npx", "abuse-feed", "serve", "--port", "0", "--memory", "--quiet", "--exit-with-stdin")
	stdin, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		server.Wait()
	})
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if rest, found := strings.CutPrefix(lines.Text(), "Ready on "); found {
			url, _, _ := strings.Cut(rest, ". ")
			return url
		}
	}
	t.Fatal("the stand-in never got ready")
	return ""
}

func TestAReportThatIsNotThereIsNotFound(t *testing.T) {
	url := standIn(t) + "/feed/tunnelco/api?report=00000000-0000-4000-8000-000000000000"
	request, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	token := os.Getenv("ABUSE_FEED_TOKEN_READER")
	if token == "" {
		token = "token-reader"
	}
	request.Header.Set("Authorization", token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var body struct{ Successful bool }
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		t.Fatal(err)
	}
	// The status is not specified; the flag is.
	if body.Successful {
		t.Error("it was found")
	}
}
